#pragma once
// The contract of your amp_training.cu: training in half precision. docs/tensor-kit.md describes the tensors.
//
// A tensor's type is f32, f16 or bf16. `low` is the 16-bit type that a training uses.
// Do not catch exceptions that a contract does not mention.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Returns the type in which autocast computes an operation of the kit.
///
/// operation  the name in the kit. These names give these types:
///              "matmul" "linear" "conv2d"                          `low` for products, with any operands
///              "softmax" "layer_norm" "sum" "mean" "cross_entropy" "mse_loss"
///                                                                  f32 for exp() and long sums
///              any other ("+" "*" "relu" "gelu" "add_bias" ...)    `widest`
/// widest     the widest type of the operands: f32 or `low`
/// low        f16 or bf16. f32 turns autocast off
gridmark::tensor::DType autocast_type(const std::string& operation, gridmark::tensor::DType widest,
                                      gridmark::tensor::DType low);

/// A scaled gradient, and the array for its unscaled values. All pointers point to device memory.
struct GradientSlice {
  const void* scaled;  ///< [count] elements of the `type` of unscale_and_check()
  float* unscaled;     ///< [count]
  std::int64_t count;  ///< >= 0
};

/// Computes unscaled[i] = scaled[i] * inverse_scale for all slices, and checks all elements in the same pass.
///
/// slices    at most 256 of them
/// type      f16, bf16 or f32, the type of all `scaled`
/// found     set it to true if a scaled element is Inf or NaN, else to false, before the call returns
/// launches  at most 2, for any number of slices
/// copies    exactly one copy of 4 bytes to the host. You may copy to the device as you need
cudaError_t unscale_and_check(const std::vector<GradientSlice>& slices, gridmark::tensor::DType type,
                              float inverse_scale, bool& found);

/// AdamW as in Loshchilov & Hutter, Decoupled Weight Decay Regularization, ICLR 2019, algorithm 2.
struct AdamWSettings {
  float rate = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, decay = 0.01f;
};

/// An optimizer that keeps a master of each parameter in f32, next to the 16-bit copy that the network uses.
/// A step of 1e-4 of a weight is lost in f16, which has 11 significant bits. In f32 such steps add up.
class MasterAdamW {
 public:
  /// Copies the parameters, which are f32 at first, and converts them to `low` in place. `low` may be f32.
  MasterAdamW(std::vector<gridmark::tensor::Tensor> parameters, gridmark::tensor::DType low,
              AdamWSettings settings = AdamWSettings());

  /// Makes one step. With g = gradients[i] and a step count t that starts at 1, for each element
  ///
  ///   m = beta1 * m + (1 - beta1) * g          v = beta2 * v + (1 - beta2) * g * g
  ///   master -= rate * (m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + epsilon) + decay * master)
  ///
  /// Then every parameter becomes its rounded master. decay * master uses the master before the step.
  ///
  /// gradients  f32, with the order and the shapes of the parameters
  void step(const std::vector<gridmark::tensor::Tensor>& gradients);

  const std::vector<gridmark::tensor::Tensor>& parameters() const { return parameters_; }
  const std::vector<gridmark::tensor::Tensor>& masters() const { return masters_; }
  int steps() const { return steps_; }

 private:
  std::vector<gridmark::tensor::Tensor> parameters_;            ///< the network's own
  std::vector<gridmark::tensor::Tensor> masters_, mean_, var_;  ///< f32, mean_ is m, var_ is v
  AdamWSettings settings_;
  int steps_ = 0;
};

/// Multiplies the loss by a scale so that small gradients survive in f16. Finds a scale that does not make
/// large gradients overflow.
class GradScaler {
 public:
  struct Settings {
    float scale = 65536;         ///< at the start
    float growth = 2;            ///< factor after `growth_interval` clean steps in a row
    float backoff = 0.5f;        ///< factor after a step whose gradients had Inf or NaN
    int growth_interval = 2000;  ///< in steps
  };
  GradScaler() : GradScaler(Settings()) {}
  explicit GradScaler(const Settings& settings);

  /// Returns loss * scale. Call backward() on this.
  ///
  /// loss  f32, as cross_entropy and mse_loss return it under autocast_type()
  gridmark::tensor::Tensor scaled(const gridmark::tensor::Tensor& loss) const;

  /// Returns the parameters' gradients divided by the scale, in f32. Use one unscale_and_check(), and keep
  /// until update() whether it found Inf or NaN. All parameters have gradients, all of the same type.
  std::vector<gridmark::tensor::Tensor> unscale(const std::vector<gridmark::tensor::Tensor>& parameters);

  /// Calls optimizer.step(gradients), unless the last unscale() found Inf or NaN. In that case, neither the
  /// parameters nor the state of the optimizer may change.
  ///
  /// returns  whether the step was made
  bool step(MasterAdamW& optimizer, const std::vector<gridmark::tensor::Tensor>& gradients);

  /// Ends a step. After Inf or NaN: scale *= backoff, and the count of clean steps starts again at 0.
  /// Otherwise add 1 to this count. When it reaches growth_interval: scale *= growth, and the count is 0.
  void update();

  float scale() const { return scale_; }
  int clean_steps() const { return clean_steps_; }  ///< since the scale last changed
  bool found_infinite() const { return found_; }    ///< Inf or NaN in this step

 private:
  Settings settings_;
  float scale_;
  int clean_steps_ = 0;
  bool found_ = false;
};

/// Clips the common length of all gradients at `limit`: if norm > limit, multiplies each by limit / norm.
///
/// gradients  f32, on the device, changed in place
/// returns    norm, the square root of the sum of the squares of all elements before clipping
float clip_gradients(std::vector<gridmark::tensor::Tensor>& gradients, float limit);

struct AmpSettings {
  gridmark::tensor::DType low = gridmark::tensor::DType::f16;  ///< f32 means plain training in FP32
  bool scaling = true;    ///< false: the scale is always 1, but Inf and NaN still skip a step
  float loss_weight = 1;  ///< a factor of the loss
  float clip = 0;         ///< limit for the length of the true gradients, 0 for no clipping
  int batch = 128;        ///< rows of each step
  int epochs = 1;         ///< passes over all rows
  AdamWSettings adamw;
  GradScaler::Settings scaler;
  /// Call this in each step, after backward() and before you use the gradients.
  std::function<void(int step, const std::vector<gridmark::tensor::Tensor>& parameters)> after_backward;
};

/// The log of each step.
struct TrainLog {
  std::vector<float> losses;  ///< cross entropy before the step, neither weighted nor scaled
  std::vector<float> scales;  ///< factor of the loss, 1 without scaling
  std::vector<int> skipped;   ///< 1 if the step was skipped, else 0
};

/// Trains `net` with cross entropy and AdamW. Step i of an epoch uses rows [i * batch, (i + 1) * batch) of x.
/// Leave out the last rows if they do not fill a batch. Run the forward pass and the loss under
/// autocast_type(), with a CastScope of the kit. When the function returns, no policy may be set.
///
/// net      f32 on the device, converted to `low` by the function
/// x        [rows,in], f32, on the device. Pass its rows to the net in `low`
/// labels   [rows], i32, on the device
/// after    only the net's own memory is held: all gradients and graphs are released
TrainLog train_with_amp(gridmark::tensor::Module& net, const gridmark::tensor::Tensor& x,
                        const gridmark::tensor::Tensor& labels, const AmpSettings& settings);
