// Operations along channels: batch norm. One thread for each channel computes the values that its elements
// share. A second pass handles all elements.
#include "labkit/tensor/elements.cuh"
#include "labkit/tensor/kernels.h"

namespace gridmark::tensor::kernels {
namespace {

/// The positions of the elements of a channel of [batch,channels,...], counted row by row.
struct Channels {
  explicit Channels(const Tensor& x)
      : batch(x.size(0)), channels(x.size(1)), inner(x.numel() == 0 ? 0 : x.numel() / (batch * channels)) {}

  __host__ __device__ std::int64_t of(std::int64_t i) const { return remainder(quotient(i, inner), channels); }
  __host__ __device__ float count() const { return static_cast<float>(batch * inner); }
  /// The sum of value(i) over a channel. Each image is summed first, so that a long sum keeps its precision.
  template <class Value>
  __host__ __device__ float sum(std::int64_t channel, Value value) const {
    float total = 0;
    for (std::int64_t image = 0; image < batch; ++image) {
      const std::int64_t first = (image * channels + channel) * inner;
      float part = 0;
      for (std::int64_t i = first; i < first + inner; ++i) part += value(i);
      total += part;
    }
    return total;
  }

  std::int64_t batch, channels, inner;
};

/// The scale of one channel, computed from its moments.
struct Scale {
  __host__ __device__ Scale(const float* moments, std::int64_t channel, float epsilon)
      : mean(moments[2 * channel]), factor(1 / sqrtf(moments[2 * channel + 1] + epsilon)) {}
  __host__ __device__ float operator()(float x) const { return (x - mean) * factor; }

  float mean, factor;
};

}  // namespace

Tensor channel_moments(const Tensor& x) {
  const Tensor source = x.contiguous();
  const Channels all(x);
  const Tensor result = Tensor::empty({all.channels, 2}, DType::f32, x.device());
  const Elements in(source);
  float* found = result.data<float>();
  for_each("batch_norm", x.device(), all.channels, [=] __host__ __device__(std::int64_t channel) {
    const float mean = all.sum(channel, [&](std::int64_t i) { return in.get(i); }) / all.count();
    const float squares =
        all.sum(channel, [&](std::int64_t i) { return (in.get(i) - mean) * (in.get(i) - mean); });
    found[2 * channel] = mean;
    found[2 * channel + 1] = squares / all.count();
  });
  return result;
}

Tensor channel_normalized(const Tensor& x, const Tensor& moments, const Tensor& weight, const Tensor& bias,
                          float epsilon) {
  const Tensor source = x.contiguous(), factors = weight.contiguous(), terms = bias.contiguous(), result = like(x);
  const Elements in(source), factor(factors), term(terms), out(result);
  const Channels all(x);
  const float* found = moments.data<float>();
  for_each("batch_norm", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t channel = all.of(i);
    out.set(i, Scale(found, channel, epsilon)(in.get(i)) * factor.get(channel) + term.get(channel));
  });
  return result;
}

Tensor channel_gradient_sums(const Tensor& x, const Tensor& moments, const Tensor& grad, float epsilon) {
  const Tensor source = x.contiguous(), grad_source = grad.contiguous();
  const Channels all(x);
  const Tensor result = Tensor::empty({all.channels, 2}, DType::f32, x.device());
  const Elements in(source), flows(grad_source);
  const float* found = moments.data<float>();
  float* sums = result.data<float>();
  for_each("batch_norm's gradient", x.device(), all.channels, [=] __host__ __device__(std::int64_t channel) {
    const Scale scaled(found, channel, epsilon);
    sums[2 * channel] = all.sum(channel, [&](std::int64_t i) { return flows.get(i); });
    sums[2 * channel + 1] = all.sum(channel, [&](std::int64_t i) { return flows.get(i) * scaled(in.get(i)); });
  });
  return result;
}

Tensor channel_gradient(const Tensor& x, const Tensor& moments, const Tensor& sums, const Tensor& weight,
                        const Tensor& grad, float epsilon) {
  const Tensor source = x.contiguous(), grad_source = grad.contiguous(), factors = weight.contiguous();
  const Tensor result = like(x);
  const Elements in(source), flows(grad_source), factor(factors), out(result);
  const Channels all(x);
  const float* found = moments.data<float>();
  const float* sum = sums.defined() ? sums.data<float>() : nullptr;
  for_each("batch_norm's gradient", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t channel = all.of(i);
    const Scale scaled(found, channel, epsilon);
    float flow = flows.get(i);
    if (sum != nullptr) flow -= (sum[2 * channel] + scaled(in.get(i)) * sum[2 * channel + 1]) / all.count();
    out.set(i, flow * scaled.factor * factor.get(channel));
  });
  return result;
}

Tensor paired(const Tensor& mean, const Tensor& variance) {
  const std::int64_t channels = mean.numel();
  const Tensor result = Tensor::empty({channels, 2}, DType::f32, mean.device());
  const float *means = mean.data<float>(), *variances = variance.data<float>();
  float* out = result.data<float>();
  for_each("batch_norm", mean.device(), channels, [=] __host__ __device__(std::int64_t channel) {
    out[2 * channel] = means[channel];
    out[2 * channel + 1] = variances[channel];
  });
  return result;
}

void follow(Tensor& mean, Tensor& variance, const Tensor& moments, float momentum, float correction) {
  float *means = mean.data<float>(), *variances = variance.data<float>();
  const float* found = moments.data<float>();
  for_each("batch_norm", mean.device(), mean.numel(), [=] __host__ __device__(std::int64_t channel) {
    means[channel] += momentum * (found[2 * channel] - means[channel]);
    variances[channel] += momentum * (found[2 * channel + 1] * correction - variances[channel]);
  });
  mean.bump_version();
  variance.bump_version();
}

}  // namespace gridmark::tensor::kernels
