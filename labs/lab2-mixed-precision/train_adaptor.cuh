#pragma once
// Runs train_with_amp: a part of adaptor.cu.
#include <cmath>

#include "labs/lab2-mixed-precision/include/amp_training.h"
#include "labs/lab2-mixed-precision/tensor_values.cuh"
#include "labs/lab2-mixed-precision/train_operation.h"

namespace gridmark::lab2 {

/// The trained network. Each forward pass notes its parameters and the device's memory.
class WatchedNet : public Module {
 public:
  explicit WatchedNet(Train& op) : op_(op) {
    const float* at = op.weights.data();
    const auto widths = op.widths.values();
    for (std::size_t layer = 0; layer + 1 < widths.size(); ++layer)
      for (const Shape& shape : {Shape{widths[layer + 1], widths[layer]}, Shape{widths[layer + 1]}}) {
        const std::int64_t count = tensor::numel(shape);
        weights_.push_back(
            Tensor::from({at, at + count}, shape, DType::f32, Device::cuda()).set_requires_grad());
        at += count;
      }
  }

  Tensor forward(const Tensor& x) override {
    compare_parameters();
    under_policy_ = under_policy_ && is_autocast(cast_policy());
    const std::size_t before = allocated();
    Tensor values = x;
    for (std::size_t layer = 0; layer < weights_.size(); layer += 2) {
      const Tensor& bias = weights_[layer + 1];
      if (layer > 0) values = computed_in(values.dtype(), relu(values));
      const Tensor product = computed_in(dtype_of(op_.low), matmul(values, weights_[layer].transpose()));
      const bool is_wide = product.dtype() == DType::f32 || bias.dtype() == DType::f32;
      values = computed_in(is_wide ? DType::f32 : dtype_of(op_.low), add_bias(product, bias));
    }
    return with_gradient(values.detach(), "network", {values}, [this, before](const Tensor& grad) {
      activations_ = std::max(activations_, allocated() - before);
      return std::vector<Tensor>{grad};
    });
  }
  std::vector<Tensor> parameters() const override { return weights_; }

  /// Notes whether the parameters equal those of the previous forward pass. Called once more after the last
  /// step.
  void compare_parameters() {
    if (op_.unchanged.size() == 0) return;  // a copy to the host in each step would be timed, too
    std::vector<float> now = values();
    if (forward_passes_ > 0 && forward_passes_ <= op_.unchanged.size())
      op_.unchanged.writable()[forward_passes_ - 1] =
          std::memcmp(now.data(), before_.data(), now.size() * sizeof(float)) == 0 ? 1 : 0;
    ++forward_passes_;
    before_ = std::move(now);
  }

  std::vector<float> values() const {
    std::vector<float> all;
    for (const Tensor& one : weights_) {
      const auto some = one.to_vector();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }
  std::size_t own_bytes() const {
    std::size_t bytes = 0;
    for (const Tensor& one : weights_) bytes += one.bytes();
    return bytes;
  }
  std::size_t activations() const { return activations_; }
  /// Whether every forward pass ran under the submission's own policy, and each operation in its type.
  bool under_policy() const { return under_policy_; }
  static std::size_t allocated() { return memory_stats().allocated; }

 private:
  /// The result's type, because a policy may act differently from its own answers.
  Tensor computed_in(DType type, const Tensor& values) {
    under_policy_ = under_policy_ && values.dtype() == type;
    return values;
  }

  bool is_autocast(const CastPolicy& policy) const {
    if (!policy) return op_.low == Type::f32;  // a policy without effect is right only for f32
    for (const char* operation : {"linear", "softmax", "+"})
      for (const DType widest : {DType::f32, dtype_of(op_.low)})
        if (policy(operation, widest) != autocast_type(operation, widest, dtype_of(op_.low))) return false;
    return true;
  }

  Train& op_;
  std::vector<Tensor> weights_;  ///< weight, bias, weight, bias ...
  std::vector<float> before_;
  std::size_t forward_passes_ = 0, activations_ = 0;
  bool under_policy_ = true;
};

/// Infinite if an element is infinite.
inline float length_of(const Tensor& gradient) {
  double squares = 0;
  for (const float one : gradient.to_vector()) squares += double{one} * one;
  return static_cast<float>(std::sqrt(squares));
}

inline AmpSettings settings_of(Train& op) {
  AmpSettings settings;
  settings.low = dtype_of(op.low);
  settings.scaling = op.scaling;
  settings.loss_weight = op.loss_weight, settings.clip = op.clip;
  settings.batch = op.batch, settings.epochs = op.epochs;
  settings.adamw.rate = op.rate, settings.adamw.decay = op.decay, settings.adamw.epsilon = op.epsilon;
  settings.scaler = {op.scale, op.growth, op.backoff, op.interval};
  settings.after_backward = [&op](int step, const std::vector<Tensor>& parameters) {
    const auto at = static_cast<std::size_t>(step);
    Tensor gradient = parameters.back().grad();
    if (at >= op.infinite.size() || !gradient.defined()) return;
    if (at < op.slopes.size()) op.slopes.writable()[at] = length_of(gradient);
    if (op.infinite.values()[at] != 0) gradient.narrow(0, 0, 1).fill(op.infinite.values()[at] == 1 ? INFINITY : NAN);
  };
  return settings;
}

template <class From, class To>
void put_all(const std::vector<From>& from, channel::Out<To>& to) {
  std::copy_n(from.begin(), std::min(from.size(), to.size()), to.writable().begin());
}

GRIDMARK_OPERATION(Train, op) {
  // Measurements start without tensors on the device. If an earlier tensor were released during the call, it
  // would hide a new one.
  if (const std::size_t held = WatchedNet::allocated(); held != 0)
    return {cudaErrorInvalidValue, "tensors held",
            std::to_string(held) + " bytes of tensors are on the device before the call begins"};
  const EmptyCache at_the_end;
  const std::int64_t in = op.widths.values().front(), rows = static_cast<std::int64_t>(op.labels.size());
  const Tensor x = Tensor::from(values_of(op.x), {rows, in}, DType::f32, Device::cuda());
  const Tensor labels = Tensor::labels(values_of(op.labels), Device::cuda());
  WatchedNet net(op);
  const AmpSettings settings = settings_of(op);
  const std::size_t others = net.allocated() - net.own_bytes();
  const PeakWatch watch;
  TrainLog log;
  const Status status = graded([&] {
    log = train_with_amp(net, x, labels, settings);
    return cudaSuccess;
  });
  if (log.losses.empty())
    return {cudaErrorNotSupported, "no log", "is the function still to be written?"};
  op.memory.writable()[0] = {net.activations(), watch.peak() - others,
                             net.allocated() - others - net.own_bytes()};
  op.policy.writable()[0] = net.under_policy() ? 1 : 0;
  op.policy.writable()[1] = cast_policy() ? 0 : 1;
  net.compare_parameters();
  put_all(log.losses, op.losses);
  put_all(log.scales, op.scales);
  put_all(log.skipped, op.skipped);
  const std::vector<float> trained = net.values();
  put_all(trained, op.trained);
  return status;
}

}  // namespace gridmark::lab2
