#pragma once
// The networks of lab 4, which count their passes. The parts of the adaptor share them.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/tensor/tensor.h"
#include "labs/lab4-memory/operations.h"

namespace gridmark::lab4 {

using namespace gridmark::tensor;
using channel::graded;
using channel::Status;

template <class T>
std::vector<T> values_of(const channel::In<T>& input) {
  const auto values = input.values();
  return {values.begin(), values.end()};
}

/// Frees the memory in the kit's cache at the end of an operation.
struct EmptyCache {
  ~EmptyCache() {
    cudaDeviceSynchronize();
    empty_cache();
  }
};

/// Bytes of all tensors on the device.
inline std::size_t allocated() { return memory_stats().allocated; }

/// Measurements start without tensors on the device. If an earlier tensor were released during the call, it
/// would hide a new one.
inline Status held_before() {
  if (allocated() == 0) return {};
  return {cudaErrorInvalidValue, "tensors held",
          std::to_string(allocated()) + " bytes of tensors are on the device before the call begins"};
}

/// The number of passes of all blocks. Their graphs share it, because a submission may keep a graph longer
/// than its blocks.
struct Passes {
  std::uint64_t forwards = 0, backwards = 0;
};
using SharedPasses = std::shared_ptr<Passes>;

/// A parameter with the next numbers of a weight array.
inline Tensor next_parameter(const float*& at, const Shape& shape) {
  const UseScope use(Use::parameter);
  const std::int64_t count = tensor::numel(shape);
  const Tensor made = Tensor::from({at, at + count}, shape, DType::f32, Device::cuda());
  at += count;
  return Tensor(made).set_requires_grad();
}

/// x + dropout(W2 gelu(W1 x + b1) + b2). If hidden = width, it keeps three times its input.
class WatchedBlock : public Module {
 public:
  WatchedBlock(const float*& weights, int width, int hidden, float dropout, Generator& generator,
               SharedPasses passes)
      : dropout_(dropout, generator), passes_(std::move(passes)) {
    for (const Shape& shape : {Shape{hidden, width}, Shape{hidden}, Shape{width, hidden}, Shape{width}})
      parameters_.push_back(next_parameter(weights, shape));
  }

  Tensor forward(const Tensor& x) override {
    ++passes_->forwards;
    const Tensor inner = gelu(linear(x, parameters_[0], parameters_[1]));
    const Tensor y = x + dropout_.forward(linear(inner, parameters_[2], parameters_[3]));
    return with_gradient(y.detach(), "block", {y}, [passes = passes_](const Tensor& grad) {
      ++passes->backwards;
      return std::vector<Tensor>{grad};
    });
  }
  std::vector<Tensor> parameters() const override { return parameters_; }

 private:
  std::vector<Tensor> parameters_;
  Dropout dropout_;
  SharedPasses passes_;
};

/// `layers` blocks with consecutive weights.
inline std::vector<std::shared_ptr<Module>> blocks_of(const float*& weights, int layers, int width, int hidden,
                                                      float dropout, Generator& generator,
                                                      const SharedPasses& passes) {
  std::vector<std::shared_ptr<Module>> blocks;
  for (int i = 0; i < layers; ++i)
    blocks.push_back(std::make_shared<WatchedBlock>(weights, width, hidden, dropout, generator, passes));
  return blocks;
}

/// Writes all elements, until there is no more space.
inline void put(const Tensor& tensor, float*& to, const float* end) {
  const std::vector<float> values = tensor.to_vector();
  const auto room = std::min<std::ptrdiff_t>(end - to, static_cast<std::ptrdiff_t>(values.size()));
  std::copy_n(values.begin(), room, to);
  to += room;
}

}  // namespace gridmark::lab4
