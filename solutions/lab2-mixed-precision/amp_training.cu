// Lab 2: training in half precision without losing accuracy.
// Read amp_training.h first: it holds the contract.
#include "amp_training.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <set>

using namespace gridmark::tensor;

/// Throws DeviceError, for calls of CUDA in functions that do not return an error code.
static void check(cudaError_t error) {
  if (error != cudaSuccess) throw DeviceError(cudaGetErrorString(error));
}

// ----------------------------------------------------------------------------------------------------
// 1. Which operations may use 16 bits.

// BEGIN SOLUTION autocast_type
//: DType autocast_type(const std::string& operation, DType widest, DType low) {
//:   // TODO: the header lists three groups of names.
//:   return DType::i32;
//: }
DType autocast_type(const std::string& operation, DType widest, DType low) {
  const auto is_one_of = [&](const std::set<std::string>& names) { return names.count(operation) > 0; };
  if (is_one_of({"matmul", "linear", "conv2d"})) return low;
  if (is_one_of({"softmax", "layer_norm", "sum", "mean", "cross_entropy", "mse_loss"})) return DType::f32;
  return widest;
}
// END SOLUTION autocast_type

// ----------------------------------------------------------------------------------------------------
// 2. Unscale and check the gradients in one pass.

// BEGIN SOLUTION unscale_and_check
//: // TODO: write one kernel for all slices. It needs their pointers on the device, so copy an array of slices
//: // there, and let blockIdx.y select the slice. Read each element once, multiply in f32, store it, and set a
//: // flag on the device if it is not finite. One flag is enough for all threads. Set it with an atomic.
//:
//: cudaError_t unscale_and_check(const std::vector<GradientSlice>& slices, DType type, float inverse_scale,
//:                               bool& found) {
//:   // TODO: copy flag and slices to the device, launch, copy the flag back (4 bytes), free both.
//:   return cudaErrorNotSupported;
//: }
constexpr int most_slices = 256;

struct Slices {
  GradientSlice at[most_slices];
};

template <class T>
__global__ void unscale_kernel(const Slices* slices, float inverse_scale, int* found) {
  const GradientSlice slice = slices->at[blockIdx.y];
  const T* scaled = static_cast<const T*>(slice.scaled);
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  bool finite = true;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < slice.count;
       i += step) {
    const float value = static_cast<float>(scaled[i]);
    finite = finite && isfinite(value);
    slice.unscaled[i] = value * inverse_scale;
  }
  if (!finite) atomicExch(found, 1);
}

/// Device memory that is freed at the end of its scope.
struct Scratch {
  explicit Scratch(std::size_t bytes) { error = cudaMalloc(&data, bytes); }
  ~Scratch() { cudaFree(data); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void* data = nullptr;
  cudaError_t error;
};

cudaError_t unscale_and_check(const std::vector<GradientSlice>& slices, DType type, float inverse_scale,
                              bool& found) {
  found = false;
  std::int64_t longest = 0;
  for (const GradientSlice& slice : slices) longest = std::max(longest, slice.count);
  if (longest == 0) return cudaSuccess;

  const std::size_t bytes = slices.size() * sizeof(GradientSlice);
  const Scratch on_device(sizeof(Slices)), flag(sizeof(int));
  if (on_device.error != cudaSuccess) return on_device.error;
  if (flag.error != cudaSuccess) return flag.error;
  cudaMemcpy(on_device.data, slices.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemset(flag.data, 0, sizeof(int));

  constexpr int threads = 256, most_blocks = 64;
  const dim3 grid(static_cast<unsigned>(std::min<std::int64_t>((longest + threads - 1) / threads, most_blocks)),
                  static_cast<unsigned>(slices.size()));
  const auto* all = static_cast<const Slices*>(on_device.data);
  auto* any = static_cast<int*>(flag.data);
  if (type == DType::f16)
    unscale_kernel<__half><<<grid, threads>>>(all, inverse_scale, any);
  else if (type == DType::bf16)
    unscale_kernel<__nv_bfloat16><<<grid, threads>>>(all, inverse_scale, any);
  else
    unscale_kernel<float><<<grid, threads>>>(all, inverse_scale, any);
  const cudaError_t launched = cudaGetLastError();
  int seen = 0;
  const cudaError_t copied = cudaMemcpy(&seen, flag.data, sizeof seen, cudaMemcpyDeviceToHost);
  found = seen != 0;
  return launched != cudaSuccess ? launched : copied;
}
// END SOLUTION unscale_and_check

// ----------------------------------------------------------------------------------------------------
// 3. AdamW with masters in f32.

// BEGIN SOLUTION master_adamw
//: MasterAdamW::MasterAdamW(std::vector<Tensor> parameters, DType low, AdamWSettings settings)
//:     : parameters_(std::move(parameters)), settings_(settings) {
//:   // TODO: for each parameter, first add an f32 clone() to masters_, and zeros to mean_ and var_. Only then
//:   // use set_data() with the parameter in `low`.
//: }
//:
//: void MasterAdamW::step(const std::vector<Tensor>& gradients) {
//:   // TODO: for each parameter, launch a kernel that updates mean_, var_ and the master of each element. Then
//:   // use copy_from() to round the master into the parameter. Keep a NoGrad alive during all of this.
//: }
struct AdamWStep {
  AdamWSettings settings;
  float mean_correction, var_correction;  ///< 1 - beta^t
};

__global__ void adamw_kernel(float* master, float* mean, float* var, const float* gradient, std::int64_t count,
                             AdamWStep step) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const AdamWSettings& s = step.settings;
  const float g = gradient[i];
  const float m = mean[i] = s.beta1 * mean[i] + (1 - s.beta1) * g;
  const float v = var[i] = s.beta2 * var[i] + (1 - s.beta2) * g * g;
  const float change = m / step.mean_correction / (sqrtf(v / step.var_correction) + s.epsilon);
  master[i] -= s.rate * (change + s.decay * master[i]);
}

MasterAdamW::MasterAdamW(std::vector<Tensor> parameters, DType low, AdamWSettings settings)
    : parameters_(std::move(parameters)), settings_(settings) {
  const NoGrad no_grad;
  for (Tensor& parameter : parameters_) {
    masters_.push_back(parameter.detach().clone());
    mean_.push_back(Tensor::zeros(parameter.shape(), DType::f32, parameter.device()));
    var_.push_back(Tensor::zeros(parameter.shape(), DType::f32, parameter.device()));
    parameter.set_data(parameter.detach().to(low).clone());
  }
}

void MasterAdamW::step(const std::vector<Tensor>& gradients) {
  const NoGrad no_grad;
  ++steps_;
  const auto correction = [&](float beta) { return static_cast<float>(1 - std::pow(double{beta}, steps_)); };
  const AdamWStep step{settings_, correction(settings_.beta1), correction(settings_.beta2)};
  constexpr int threads = 256;
  for (std::size_t i = 0; i < masters_.size(); ++i) {
    const std::int64_t count = masters_[i].numel();
    adamw_kernel<<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(
        masters_[i].data<float>(), mean_[i].data<float>(), var_[i].data<float>(), gradients[i].data<float>(),
        count, step);
    check(cudaGetLastError());
    parameters_[i].copy_from(masters_[i]);
  }
}
// END SOLUTION master_adamw

// ----------------------------------------------------------------------------------------------------
// 4. The scale that adjusts itself.

// BEGIN SOLUTION grad_scaler
//: GradScaler::GradScaler(const Settings& settings) : settings_(settings), scale_(settings.scale) {}
//:
//: Tensor GradScaler::scaled(const Tensor& loss) const {
//:   // TODO: return loss * scale.
//:   return loss;
//: }
//:
//: std::vector<Tensor> GradScaler::unscale(const std::vector<Tensor>& parameters) {
//:   // TODO: make an f32 tensor for each gradient, and use one unscale_and_check() for all of them.
//:   return {};
//: }
//:
//: bool GradScaler::step(MasterAdamW& optimizer, const std::vector<Tensor>& gradients) {
//:   // TODO: make the step only if unscale() found no Inf or NaN.
//:   return false;
//: }
//:
//: void GradScaler::update() {
//:   // TODO: back off, or count a clean step and grow.
//: }
GradScaler::GradScaler(const Settings& settings) : settings_(settings), scale_(settings.scale) {}

Tensor GradScaler::scaled(const Tensor& loss) const { return loss * scale_; }

std::vector<Tensor> GradScaler::unscale(const std::vector<Tensor>& parameters) {
  const NoGrad no_grad;
  std::vector<Tensor> gradients;
  std::vector<GradientSlice> slices;
  std::vector<Tensor> scaled;  // packed copies of gradients whose rows lie apart
  for (const Tensor& parameter : parameters) {
    scaled.push_back(parameter.grad().contiguous());
    gradients.push_back(Tensor::empty(parameter.shape(), DType::f32, parameter.device()));
    slices.push_back({scaled.back().data<void>(), gradients.back().data<float>(), parameter.numel()});
  }
  bool found = false;
  check(unscale_and_check(slices, scaled.front().dtype(), 1 / scale_, found));
  found_ = found_ || found;
  return gradients;
}

bool GradScaler::step(MasterAdamW& optimizer, const std::vector<Tensor>& gradients) {
  if (found_) return false;
  optimizer.step(gradients);
  return true;
}

void GradScaler::update() {
  if (found_) {
    scale_ *= settings_.backoff;
    clean_steps_ = 0;
  } else if (++clean_steps_ == settings_.growth_interval) {
    scale_ *= settings_.growth;
    clean_steps_ = 0;
  }
  found_ = false;
}
// END SOLUTION grad_scaler

// ----------------------------------------------------------------------------------------------------
// 5. Clipping by the length of the true gradients.

// BEGIN SOLUTION clip_gradients
//: float clip_gradients(std::vector<Tensor>& gradients, float limit) {
//:   // TODO: compute the sum of the squares over all tensors, its root, and one factor for all of them.
//:   return 0;
//: }
float clip_gradients(std::vector<Tensor>& gradients, float limit) {
  const NoGrad no_grad;
  double squares = 0;
  for (const Tensor& gradient : gradients) squares += sum(gradient * gradient).item();
  const float norm = static_cast<float>(std::sqrt(squares));
  if (norm > limit)
    for (Tensor& gradient : gradients) gradient *= limit / norm;
  return norm;
}
// END SOLUTION clip_gradients

// ----------------------------------------------------------------------------------------------------
// 6. All parts, in the right order.

// BEGIN SOLUTION train_with_amp
//: TrainLog train_with_amp(Module& net, const Tensor& x, const Tensor& labels, const AmpSettings& settings) {
//:   // TODO: make a MasterAdamW for net.parameters() (it converts them) and a GradScaler. For each batch:
//:   //   forward pass and cross_entropy under a CastScope, weight, scaled(), backward(),
//:   //   after_backward, unscale(), clip_gradients(), step(), update(), and release gradients and graph.
//:   return {};
//: }
Tensor autocast_loss(Module& net, const Tensor& rows, const Tensor& labels, DType low) {
  const CastScope autocast(
      [low](const std::string& operation, DType widest) { return autocast_type(operation, widest, low); });
  return cross_entropy(net.forward(rows), labels);
}

TrainLog train_with_amp(Module& net, const Tensor& x, const Tensor& labels, const AmpSettings& settings) {
  MasterAdamW optimizer(net.parameters(), settings.low, settings.adamw);
  GradScaler scaler(settings.scaling ? settings.scaler : GradScaler::Settings{1, 1, 1, 1});
  TrainLog log;
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    for (std::int64_t row = 0; row + settings.batch <= x.size(0); row += settings.batch) {
      const Tensor rows = x.narrow(0, row, settings.batch).to(settings.low);
      Tensor loss = autocast_loss(net, rows, labels.narrow(0, row, settings.batch), settings.low);
      log.losses.push_back(loss.item());
      log.scales.push_back(scaler.scale());
      scaler.scaled(loss * settings.loss_weight).backward();
      loss = Tensor();  // releases the graph before the optimizer needs memory
      if (settings.after_backward)
        settings.after_backward(static_cast<int>(log.skipped.size()), net.parameters());

      std::vector<Tensor> gradients = scaler.unscale(net.parameters());
      net.zero_grad();
      if (settings.clip > 0) clip_gradients(gradients, settings.clip);
      log.skipped.push_back(scaler.step(optimizer, gradients) ? 0 : 1);
      scaler.update();
    }
  }
  return log;
}
// END SOLUTION train_with_amp
