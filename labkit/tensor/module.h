#pragma once
// Parts of a network, with their parameters and their forward pass.
#include <cstdint>
#include <memory>
#include <vector>

#include "labkit/tensor/handle.h"
#include "labkit/tensor/named_tensor.h"

namespace gridmark::tensor {

/// A part of a network. Derive your modules from it and define forward(). If there are parameters, also
/// define parameters(), or both parameters() and named_parameters(), which must agree:
///
///   std::vector<NamedTensor> named_parameters() const override {
///     std::vector<NamedTensor> all;
///     append(all, "fc1", fc1_.named_parameters());
///     append(all, "fc2", fc2_.named_parameters());
///     return all;
///   }
///   std::vector<Tensor> parameters() const override { return tensors_of(named_parameters()); }
class Module {
 public:
  virtual ~Module() = default;

  virtual Tensor forward(const Tensor& x) = 0;
  /// Handles to the parameters, always in the same order.
  virtual std::vector<Tensor> parameters() const { return {}; }
  /// The parameters in the same order, with dotted names such as "0.weight". A module that overrides only
  /// parameters() gets the names "0", "1", ...
  virtual std::vector<NamedTensor> named_parameters() const { return numbered(parameters()); }
  /// State without gradients, such as BatchNorm's running mean. It is only changed in place, so handles to it
  /// stay valid. It is f32 whatever the type of the parameters.
  virtual std::vector<NamedTensor> named_buffers() const { return {}; }
  std::vector<Tensor> buffers() const { return tensors_of(named_buffers()); }
  /// Sets whether the module and its parts train (the default) or are evaluated. Dropout and BatchNorm
  /// differ.
  virtual void train(bool) {}

  /// Moves or converts each parameter in place, so that an optimizer's handles stay valid. Gradients are
  /// released. Buffers move too and keep their type.
  void to(Device device);
  void to(DType dtype);
  /// Releases all gradients.
  void zero_grad();
};

/// A leaf that requires a gradient, in f32 on the host: uniform in [-bound, bound).
Tensor uniform_parameter(const Shape& shape, float bound, Generator& generator);

/// y = x * transpose(weight) + bias with x [...,in] and y [...,out].
class Linear : public Module {
 public:
  /// Weight [out,in] and bias [out], uniform in [-1/sqrt(in), 1/sqrt(in)), in f32 on the host.
  Linear(std::int64_t in, std::int64_t out, Generator& generator);

  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override { return {weight, bias}; }
  std::vector<NamedTensor> named_parameters() const override { return {{"weight", weight}, {"bias", bias}}; }

  Tensor weight, bias;
};

class ReLU : public Module {
 public:
  Tensor forward(const Tensor& x) override;
};

/// Modules that run one after the other:
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
  std::vector<Tensor> parameters() const override { return tensors_of(named_parameters()); }
  std::vector<NamedTensor> named_parameters() const override;  ///< "0.weight": the part's index comes first
  std::vector<NamedTensor> named_buffers() const override;
  void train(bool on) override;

 private:
  std::vector<std::shared_ptr<Module>> parts_;
};

}  // namespace gridmark::tensor
