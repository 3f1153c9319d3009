#pragma once
// Training in half precision: what your amp_training.cu implements. docs/tensor-kit.md describes the tensors.
//
// A tensor's type is f32, f16 or bf16. `low` is the type of 16 bits that a training computes in.
// Errors that a contract does not mention are not yours to catch.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"

/// The type that autocast computes an operation of the kit in.
///
/// operation  by its name in the kit:
///              "matmul" "linear" "conv2d"                          products: `low`, whatever the operands have
///              "softmax" "layer_norm" "sum" "mean" "cross_entropy" "mse_loss"
///                                                                  exp() and long sums: f32
///              any other ("+" "*" "relu" "gelu" "add_bias" ...)    `widest`
/// widest     the widest type of the operands: f32 or `low`
/// low        f16 or bf16; f32 turns autocast off
gridmark::tensor::DType autocast_type(const std::string& operation, gridmark::tensor::DType widest,
                                      gridmark::tensor::DType low);

/// A gradient on its way out of the scaled world; all pointers are the device's.
struct GradientSlice {
  const void* scaled;  ///< [count] elements of the type that unscale_and_check() is told
  float* unscaled;     ///< [count]
  std::int64_t count;  ///< >= 0
};

/// unscaled[i] = scaled[i] * inverse_scale for all slices, and a look at every element on the way.
///
/// slices    at most 256 of them
/// type      f16, bf16 or f32: of all `scaled`
/// found     becomes true where one scaled element is Inf or NaN, else false; known when the call returns
/// launches  at most 2, however many slices there are
/// copies    exactly one of 4 bytes to the host, and of whatever you need to the device
cudaError_t unscale_and_check(const std::vector<GradientSlice>& slices, gridmark::tensor::DType type,
                              float inverse_scale, bool& found);

/// AdamW, as Loshchilov & Hutter, Decoupled Weight Decay Regularization, ICLR 2019, algorithm 2.
struct AdamWSettings {
  float rate = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, decay = 0.01f;
};

/// An optimizer that keeps each parameter in f32 beside the copy of 16 bits that the network computes with. A
/// step of 1e-4 of a weight is lost in f16, which has 11 bits for a number; in f32 it adds up.
class MasterAdamW {
 public:
  /// Copies the parameters, which are f32 now, and converts them to `low` where they are. `low` may be f32.
  MasterAdamW(std::vector<gridmark::tensor::Tensor> parameters, gridmark::tensor::DType low,
              AdamWSettings settings = AdamWSettings());

  /// One step: g = gradients[i], t counts steps from 1, and for each element
  ///
  ///   m = beta1 * m + (1 - beta1) * g          v = beta2 * v + (1 - beta2) * g * g
  ///   master -= rate * (m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + epsilon) + decay * master)
  ///
  /// then every parameter is its master, rounded. decay * master takes the master before the step.
  ///
  /// gradients  f32, in the order and of the shapes of the parameters
  void step(const std::vector<gridmark::tensor::Tensor>& gradients);

  const std::vector<gridmark::tensor::Tensor>& parameters() const { return parameters_; }
  const std::vector<gridmark::tensor::Tensor>& masters() const { return masters_; }
  int steps() const { return steps_; }

 private:
  std::vector<gridmark::tensor::Tensor> parameters_;           ///< the network's own
  std::vector<gridmark::tensor::Tensor> masters_, mean_, var_;  ///< f32; mean_ is m, var_ is v
  AdamWSettings settings_;
  int steps_ = 0;
};

/// Multiplies the loss so that small gradients survive in f16, and finds a factor that large ones survive, too.
class GradScaler {
 public:
  struct Settings {
    float scale = 65536;         ///< in the beginning
    float growth = 2;            ///< after `growth_interval` clean steps in a row
    float backoff = 0.5f;        ///< after a step whose gradients had Inf or NaN
    int growth_interval = 2000;  ///< in steps
  };
  GradScaler() : GradScaler(Settings()) {}
  explicit GradScaler(const Settings& settings);

  /// loss * scale: what backward() is to start from.
  ///
  /// loss  f32, as cross_entropy and mse_loss give it under autocast_type()
  gridmark::tensor::Tensor scaled(const gridmark::tensor::Tensor& loss) const;

  /// The parameters' gradients divided by the scale, in f32, with one unscale_and_check(). Whether one of them
  /// had Inf or NaN is remembered until update(). Parameters have gradients, all of one type.
  std::vector<gridmark::tensor::Tensor> unscale(const std::vector<gridmark::tensor::Tensor>& parameters);

  /// optimizer.step(gradients), unless the last unscale() found Inf or NaN: then nothing changes, neither the
  /// parameters nor anything of the optimizer's.
  ///
  /// returns  whether the step was made
  bool step(MasterAdamW& optimizer, const std::vector<gridmark::tensor::Tensor>& gradients);

  /// Ends a step. Inf or NaN: scale *= backoff, and the count of clean steps starts again. Else one more clean
  /// step; when there are growth_interval of them, scale *= growth, and the count starts again.
  void update();

  float scale() const { return scale_; }
  int clean_steps() const { return clean_steps_; }  ///< since the scale last changed
  bool found_infinite() const { return found_; }    ///< in this step

 private:
  Settings settings_;
  float scale_;
  int clean_steps_ = 0;
  bool found_ = false;
};

/// Makes the gradients' common length at most `limit`: each is multiplied by limit / norm where norm > limit.
///
/// gradients  f32, on the device; changed in place
/// returns    norm: the root of the sum of the squares of all elements, before
float clip_gradients(std::vector<gridmark::tensor::Tensor>& gradients, float limit);

struct AmpSettings {
  gridmark::tensor::DType low = gridmark::tensor::DType::f16;  ///< f32: plain training in full precision
  bool scaling = true;     ///< false: as if the scale were always 1, but Inf and NaN still skip a step
  float loss_weight = 1;   ///< the loss is multiplied by it
  float clip = 0;          ///< limit of the gradients' length, of the true ones; 0: they are not clipped
  int batch = 128;         ///< rows of each step
  int epochs = 1;          ///< times that all rows are gone through
  AdamWSettings adamw;
  GradScaler::Settings scaler;
  /// Called in each step between backward() and the first look at the gradients.
  std::function<void(int step, const std::vector<gridmark::tensor::Tensor>& parameters)> after_backward;
};

/// What happened in each step.
struct TrainLog {
  std::vector<float> losses;  ///< cross entropy before the step, neither weighted nor scaled
  std::vector<float> scales;  ///< that the loss was multiplied by; 1 without scaling
  std::vector<int> skipped;   ///< 1: the step was not made, 0: it was
};

/// Trains `net` with cross entropy and AdamW. Step i of an epoch takes rows [i * batch, (i + 1) * batch) of x;
/// rows that fill no batch are left out. Forward pass and loss run under autocast_type(), which a CastScope of
/// the kit brings about; when the function returns, no policy is set.
///
/// net      f32 on the device; in `low` afterwards
/// x        [rows,in], f32, on the device; the net is given rows of it in `low`
/// labels   [rows], i32, on the device
/// after    no memory is held but the net's own: gradients and graphs are released
TrainLog train_with_amp(gridmark::tensor::Module& net, const gridmark::tensor::Tensor& x,
                        const gridmark::tensor::Tensor& labels, const AmpSettings& settings);
