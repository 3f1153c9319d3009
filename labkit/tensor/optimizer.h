#pragma once
// Optimizers: from gradients to new parameters.
#include <vector>

#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// Changes parameters in place. Its state is f32 whatever the parameters are, lies beside them, and is made
/// in the first step().
class Optimizer {
 public:
  explicit Optimizer(std::vector<Tensor> parameters) : parameters_(std::move(parameters)) {}
  virtual ~Optimizer() = default;

  /// One step against the gradients; a parameter without a gradient stays.
  void step();
  /// Releases the gradients' memory.
  void zero_grad();
  const std::vector<Tensor>& parameters() const { return parameters_; }
  /// The state of all parameters so far; empty before the first step.
  virtual std::vector<Tensor> state() const = 0;
  /// From the next step on: for schedules.
  virtual void set_rate(float rate) = 0;

 protected:
  virtual void begin_step() {}
  virtual void update(std::size_t index, Tensor& parameter, const Tensor& grad) = 0;

 private:
  std::vector<Tensor> parameters_;
};

/// velocity = momentum * velocity + grad; parameter -= rate * velocity. Without momentum there is no state.
class SGD : public Optimizer {
 public:
  SGD(std::vector<Tensor> parameters, float rate, float momentum = 0);
  std::vector<Tensor> state() const override;
  void set_rate(float rate) override { rate_ = rate; }

 protected:
  void update(std::size_t index, Tensor& parameter, const Tensor& grad) override;

 private:
  float rate_, momentum_;
  std::vector<Tensor> velocity_;
};

/// source  Kingma & Ba, Adam: A Method for Stochastic Optimization, ICLR 2015, algorithm 1
class Adam : public Optimizer {
 public:
  struct Settings {
    float rate = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f;
    float decay = 0;  ///< of weights, decoupled: see AdamW
  };
  explicit Adam(std::vector<Tensor> parameters) : Adam(std::move(parameters), Settings()) {}
  Adam(std::vector<Tensor> parameters, Settings settings);
  std::vector<Tensor> state() const override;
  void set_rate(float rate) override { settings_.rate = rate; }

 protected:
  void begin_step() override { ++steps_; }
  void update(std::size_t index, Tensor& parameter, const Tensor& grad) override;

 private:
  Settings settings_;
  int steps_ = 0;
  std::vector<Tensor> first_, second_;  ///< running means of the gradient and of its square
};

/// Adam that also draws each parameter towards 0: parameter -= rate * decay * parameter. The decay does not
/// pass through the means, as that of a penalty in the loss would.
///
/// source  Loshchilov & Hutter, Decoupled Weight Decay Regularization, ICLR 2019, algorithm 2
class AdamW : public Adam {
 public:
  explicit AdamW(std::vector<Tensor> parameters) : AdamW(std::move(parameters), with_decay({}, 0.01f)) {}
  AdamW(std::vector<Tensor> parameters, Settings settings) : Adam(std::move(parameters), settings) {}

 private:
  static Settings with_decay(Settings settings, float decay) {
    settings.decay = decay;
    return settings;
  }
};

}  // namespace gridmark::tensor
