#pragma once
// The networks of lab 4, which count how often they run: what the parts of the adaptor share.
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

/// Gives the device back what the kit's cache holds, at the end of an operation.
struct EmptyCache {
  ~EmptyCache() {
    cudaDeviceSynchronize();
    empty_cache();
  }
};

/// Bytes of all tensors on the device.
inline std::size_t allocated() { return memory_stats().allocated; }

/// What is measured begins with no tensor on the device: one from before, released meanwhile, would hide another.
inline Status held_before() {
  if (allocated() == 0) return {};
  return {cudaErrorInvalidValue, "tensors held",
          std::to_string(allocated()) + " bytes of tensors are on the device before the call begins"};
}

/// How often blocks ran. Shared with their graphs, which a submission may keep for longer than the blocks.
struct Passes {
  std::uint64_t forwards = 0, backwards = 0;
};
using SharedPasses = std::shared_ptr<Passes>;

/// A parameter from the next numbers of a weight array.
inline Tensor next_parameter(const float*& at, const Shape& shape) {
  const UseScope use(Use::parameter);
  const std::int64_t count = tensor::numel(shape);
  const Tensor made = Tensor::from({at, at + count}, shape, DType::f32, Device::cuda());
  at += count;
  return Tensor(made).set_requires_grad();
}

/// x + dropout(W2 gelu(W1 x + b1) + b2). With hidden = width it keeps three times its input.
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

/// `layers` blocks with their weights, one after the other.
inline std::vector<std::shared_ptr<Module>> blocks_of(const float*& weights, int layers, int width, int hidden,
                                                      float dropout, Generator& generator,
                                                      const SharedPasses& passes) {
  std::vector<std::shared_ptr<Module>> blocks;
  for (int i = 0; i < layers; ++i)
    blocks.push_back(std::make_shared<WatchedBlock>(weights, width, hidden, dropout, generator, passes));
  return blocks;
}

/// All elements, as far as there is room.
inline void put(const Tensor& tensor, float*& to, const float* end) {
  const std::vector<float> values = tensor.to_vector();
  const auto room = std::min<std::ptrdiff_t>(end - to, static_cast<std::ptrdiff_t>(values.size()));
  std::copy_n(values.begin(), room, to);
  to += room;
}

}  // namespace gridmark::lab4
