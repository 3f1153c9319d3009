#pragma once
// Parts of a network: they own parameters and know their forward pass.
#include <cstdint>
#include <memory>
#include <vector>

#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// A part of a network. Yours derives from it and says forward() and, where it has any, parameters().
class Module {
 public:
  virtual ~Module() = default;

  virtual Tensor forward(const Tensor& x) = 0;
  /// Handles on the parameters, always in the same order.
  virtual std::vector<Tensor> parameters() const { return {}; }
  /// Tells it and its parts whether they train (as they do at first) or are tried: dropout is for training.
  virtual void train(bool) {}

  /// Moves or converts each parameter where it is, so that an optimizer's handles stay good. Gradients are
  /// released.
  void to(Device device);
  void to(DType dtype);
  /// Releases all gradients.
  void zero_grad();
};

/// A leaf that wants a gradient, in f32 on the host: uniform in [-bound, bound).
Tensor uniform_parameter(const Shape& shape, float bound, Generator& generator);

/// y = x * transpose(weight) + bias; x [...,in], y [...,out].
class Linear : public Module {
 public:
  /// Weight [out,in] and bias [out], uniform in [-1/sqrt(in), 1/sqrt(in)), in f32 on the host.
  Linear(std::int64_t in, std::int64_t out, Generator& generator);

  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override { return {weight, bias}; }

  Tensor weight, bias;
};

class ReLU : public Module {
 public:
  Tensor forward(const Tensor& x) override;
};

/// One part after the other:
///
///   Sequential net(std::make_shared<Linear>(784, 128, generator), std::make_shared<ReLU>(),
///                  std::make_shared<Linear>(128, 10, generator));
class Sequential : public Module {
 public:
  Sequential() = default;
  template <class... Parts>
  explicit Sequential(std::shared_ptr<Parts>... parts) : parts_{std::move(parts)...} {}

  void add(std::shared_ptr<Module> part) { parts_.push_back(std::move(part)); }
  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override;
  void train(bool on) override;

 private:
  std::vector<std::shared_ptr<Module>> parts_;
};

}  // namespace gridmark::tensor
