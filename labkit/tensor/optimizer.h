#pragma once
// Optimizers, which compute new parameters from gradients.
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "labkit/tensor/named_tensor.h"

namespace gridmark::tensor {

/// The parameters of an optimizer: from Module::named_parameters(), or tensors, which get the names "0", "1",
/// ...
///
/// errors  Error: two parameters have the same name
class ParameterList {
 public:
  ParameterList(std::vector<NamedTensor> named);                                           // NOLINT: converts
  ParameterList(const std::vector<Tensor>& tensors) : ParameterList(numbered(tensors)) {}  // NOLINT
  ParameterList(std::initializer_list<Tensor> tensors)
      : ParameterList(numbered(std::vector<Tensor>(tensors))) {}

  std::vector<NamedTensor> named;
};

/// Changes parameters in place. Its state is f32 for every type of parameter and lies on the parameter's
/// device. The state is made when it is first needed: in the first step with a gradient, or by state(),
/// named_state() or set_state().
///
/// To continue where another run stopped, restore the parameters, set_state(), set_steps() and set_rate().
/// The following steps are then equal to the last bit.
class Optimizer {
 public:
  /// kinds  names of its state for each parameter, such as "velocity". Each has the parameter's shape
  explicit Optimizer(ParameterList parameters, std::vector<std::string> kinds = {});
  virtual ~Optimizer() = default;

  /// One step against the gradients. A parameter without a gradient stays unchanged.
  void step();
  /// Releases the gradients' memory.
  void zero_grad();
  const std::vector<Tensor>& parameters() const { return parameters_; }

  /// The number of step() calls so far, which Adam's bias correction needs.
  std::int64_t steps() const { return steps_; }
  /// errors  Error: the number is below 0
  void set_steps(std::int64_t steps);

  /// The state of all parameters. A parameter that never had a gradient has zeros. Writing into a tensor
  /// changes the state.
  std::vector<Tensor> state() { return tensors_of(named_state()); }
  /// The state with names of parameter and kind: "0.weight.first", "0.weight.second", "0.bias.first", ...
  std::vector<NamedTensor> named_state();
  /// Copies the elements of a named_state() of a similar optimizer, in any order and from any device.
  ///
  /// errors  Error: a name is missing, unknown or given twice. ShapeError. DTypeError: not f32. Nothing has
  ///         changed then.
  void set_state(const std::vector<NamedTensor>& state);

  /// Sets the learning rate from the next step on, for schedules.
  virtual void set_rate(float rate) = 0;
  virtual float rate() const = 0;

 protected:
  virtual void update(std::size_t index, Tensor& parameter, const Tensor& grad) = 0;
  /// The state of that kind (an index of `kinds`) for parameter `index`. It starts with zeros.
  Tensor& state_of(std::size_t index, std::size_t kind);

 private:
  std::vector<Tensor> parameters_;
  std::vector<std::string> names_;  ///< of the parameters
  std::vector<std::string> kinds_;
  std::vector<Tensor> state_;  ///< parameters x kinds, undefined until needed
  std::int64_t steps_ = 0;
};

/// velocity = momentum * velocity + grad, then parameter -= rate * velocity. Without momentum there is no
/// state.
class SGD : public Optimizer {
 public:
  SGD(ParameterList parameters, float rate, float momentum = 0);
  void set_rate(float rate) override { rate_ = rate; }
  float rate() const override { return rate_; }

 protected:
  void update(std::size_t index, Tensor& parameter, const Tensor& grad) override;

 private:
  float rate_, momentum_;
};

/// Running means of the gradient ("first") and of its square ("second"), corrected by the number of steps.
///
/// source  Kingma & Ba, Adam: A Method for Stochastic Optimization, ICLR 2015, algorithm 1
class Adam : public Optimizer {
 public:
  struct Settings {
    float rate = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f;
    float decay = 0;  ///< of weights, decoupled: see AdamW
  };
  explicit Adam(ParameterList parameters) : Adam(std::move(parameters), Settings()) {}
  Adam(ParameterList parameters, Settings settings);
  void set_rate(float rate) override { settings_.rate = rate; }
  float rate() const override { return settings_.rate; }

 protected:
  void update(std::size_t index, Tensor& parameter, const Tensor& grad) override;

 private:
  Settings settings_;
};

/// Adam that also pulls each parameter towards 0: parameter -= rate * decay * parameter. The decay does not
/// enter the means, unlike a penalty in the loss.
///
/// source  Loshchilov & Hutter, Decoupled Weight Decay Regularization, ICLR 2019, algorithm 2
class AdamW : public Adam {
 public:
  explicit AdamW(ParameterList parameters) : AdamW(std::move(parameters), with_decay({}, 0.01f)) {}
  AdamW(ParameterList parameters, Settings settings) : Adam(std::move(parameters), settings) {}

 private:
  static Settings with_decay(Settings settings, float decay) {
    settings.decay = decay;
    return settings;
  }
};

}  // namespace gridmark::tensor
