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
  };
  explicit Adam(std::vector<Tensor> parameters) : Adam(std::move(parameters), Settings()) {}
  Adam(std::vector<Tensor> parameters, Settings settings);
  std::vector<Tensor> state() const override;

 protected:
  void begin_step() override { ++steps_; }
  void update(std::size_t index, Tensor& parameter, const Tensor& grad) override;

 private:
  Settings settings_;
  int steps_ = 0;
  std::vector<Tensor> first_, second_;  ///< running means of the gradient and of its square
};

}  // namespace gridmark::tensor
