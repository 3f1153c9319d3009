// Operations along rows: softmax and layer norm. In a first pass, one thread for each row computes the values
// that its elements share. A second pass handles all elements.
#include "labkit/tensor/elements.cuh"
#include "labkit/tensor/kernels.h"

namespace gridmark::tensor::kernels {
namespace {

std::int64_t rows_of(const Tensor& x) { return x.numel() == 0 ? 0 : x.numel() / x.size(-1); }

/// Two numbers for each row, found by function(row, &first, &second).
template <class Function>
Tensor two_for_each_row(const char* name, const Tensor& x, Function function) {
  const Tensor result = Tensor::empty({rows_of(x), 2}, DType::f32, x.device());
  float* found = result.data<float>();
  for_each(name, x.device(), rows_of(x), [=] __host__ __device__(std::int64_t row) {
    function(row, found[2 * row], found[2 * row + 1]);
  });
  return result;
}

/// exp(value - greatest), defined also if all values are -inf.
__host__ __device__ float share(float value, float greatest) {
  if (greatest == -INFINITY) return value == -INFINITY ? 0.0f : value;  // value is a NaN here
  return expf(value - greatest);
}

}  // namespace

Tensor softmax(const Tensor& x) {
  const Tensor rows = x.contiguous(), result = like(x);
  const Elements in(rows), out(result);
  const std::int64_t n = x.size(-1);
  const Tensor common = two_for_each_row(
      "softmax", x, [=] __host__ __device__(std::int64_t row, float& greatest, float& sum) {
        greatest = -INFINITY;
        for (std::int64_t c = 0; c < n; ++c) greatest = fmaxf(greatest, in.get(row * n + c));
        sum = 0;
        for (std::int64_t c = 0; c < n; ++c) sum += share(in.get(row * n + c), greatest);
      });
  const float* found = common.data<float>();
  for_each("softmax", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t row = quotient(i, n);
    const float greatest = found[2 * row], sum = found[2 * row + 1];
    out.set(i, sum == 0 ? 0.0f : share(in.get(i), greatest) / sum);
  });
  return result;
}

Tensor softmax_gradient(const Tensor& y, const Tensor& grad) {
  const Tensor y_rows = y.contiguous(), grad_rows = grad.contiguous(), result = like(y);
  const Elements share_of(y_rows), flows(grad_rows), out(result);
  const std::int64_t n = y.size(-1);
  const Tensor common = two_for_each_row(
      "softmax's gradient", y, [=] __host__ __device__(std::int64_t row, float& dot, float& unused) {
        dot = unused = 0;
        for (std::int64_t i = row * n; i < (row + 1) * n; ++i) dot += share_of.get(i) * flows.get(i);
      });
  const float* found = common.data<float>();
  for_each("softmax's gradient", y.device(), y.numel(), [=] __host__ __device__(std::int64_t i) {
    out.set(i, share_of.get(i) * (flows.get(i) - found[2 * quotient(i, n)]));
  });
  return result;
}

Tensor moments(const Tensor& x, float epsilon) {
  const Tensor rows = x.contiguous();
  const Elements in(rows);
  const std::int64_t n = x.size(-1);
  return two_for_each_row(
      "layer_norm", x, [=] __host__ __device__(std::int64_t row, float& mean, float& scale) {
        float sum = 0, squares = 0;
        for (std::int64_t i = row * n; i < (row + 1) * n; ++i) sum += in.get(i);
        mean = sum / static_cast<float>(n);
        for (std::int64_t i = row * n; i < (row + 1) * n; ++i)
          squares += (in.get(i) - mean) * (in.get(i) - mean);
        scale = 1 / sqrtf(squares / static_cast<float>(n) + epsilon);
      });
}

Tensor normalized(const Tensor& x, const Tensor& moments, const Tensor& weight, const Tensor& bias) {
  const Tensor rows = x.contiguous(), factors = weight.contiguous(), terms = bias.contiguous(), result = like(x);
  const Elements in(rows), factor(factors), term(terms), out(result);
  const float* found = moments.data<float>();
  const std::int64_t n = x.size(-1);
  for_each("layer_norm", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t row = quotient(i, n), c = i - row * n;
    const float mean = found[2 * row], scale = found[2 * row + 1];
    out.set(i, (in.get(i) - mean) * scale * factor.get(c) + term.get(c));
  });
  return result;
}

Tensor normalized_gradient(const Tensor& x, const Tensor& moments, const Tensor& weight, const Tensor& grad) {
  const Tensor rows = x.contiguous(), grad_rows = grad.contiguous(), factors = weight.contiguous();
  const Tensor result = like(x);
  const Elements in(rows), flows(grad_rows), factor(factors), out(result);
  const float* found = moments.data<float>();
  const std::int64_t n = x.size(-1);
  const Tensor common = two_for_each_row(
      "layer_norm's gradient", x, [=] __host__ __device__(std::int64_t row, float& flow, float& along) {
        const float mean = found[2 * row], scale = found[2 * row + 1];
        flow = along = 0;
        for (std::int64_t c = 0; c < n; ++c) {
          const float arrived = flows.get(row * n + c) * factor.get(c);
          flow += arrived / static_cast<float>(n);
          along += arrived * (in.get(row * n + c) - mean) * scale / static_cast<float>(n);
        }
      });
  const float* sums = common.data<float>();
  for_each("layer_norm's gradient", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t row = quotient(i, n);
    const float mean = found[2 * row], scale = found[2 * row + 1];
    const float direction = (in.get(i) - mean) * scale;
    out.set(i, scale * (flows.get(i) * factor.get(i - row * n) - sums[2 * row] - direction * sums[2 * row + 1]));
  });
  return result;
}

Tensor weight_gradient(const Tensor& x, const Tensor& moments, const Tensor& grad) {
  const Tensor rows = x.contiguous(), grad_rows = grad.contiguous();
  const std::int64_t n = x.size(-1), count = rows_of(x);
  const Tensor result = Tensor::empty({n}, x.dtype(), x.device());
  const Elements in(rows), flows(grad_rows), out(result);
  const float* found = moments.data<float>();
  for_each("layer_norm's gradient", x.device(), n, [=] __host__ __device__(std::int64_t c) {
    float sum = 0;
    for (std::int64_t row = 0; row < count; ++row)
      sum += flows.get(row * n + c) * (in.get(row * n + c) - found[2 * row]) * found[2 * row + 1];
    out.set(c, sum);
  });
  return result;
}

}  // namespace gridmark::tensor::kernels
