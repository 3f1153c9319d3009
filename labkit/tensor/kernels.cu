// Elementwise operations and sums.
#include "labkit/tensor/kernels.h"

#include "labkit/tensor/elements.cuh"

namespace gridmark::tensor::kernels {
namespace {

void require_alike(const char* operation, const Tensor& a, const Tensor& b) {
  require_same_device(operation, a, b);
  require_same_dtype(operation, a, b);
  require_same_shape(operation, a, b);
}

/// The sum of value(i) for 0 <= i < count, times `factor`. Each of 256 threads adds every 256th value, then
/// one thread adds their sums. So the order is the same everywhere.
template <class Value>
Tensor sum_of(const char* name, Device device, std::int64_t count, float factor, Value value) {
  constexpr std::int64_t threads = 256;
  const Tensor parts = Tensor::empty({threads}, DType::f32, device);
  const Tensor result = Tensor::empty({}, DType::f32, device);
  float* part = parts.data<float>();
  float* total = result.data<float>();
  for_each(name, device, threads, [=] __host__ __device__(std::int64_t thread) {
    float sum = 0;
    for (std::int64_t i = thread; i < count; i += threads) sum += value(i);
    part[thread] = sum;
  });
  for_each(name, device, 1, [=] __host__ __device__(std::int64_t) {
    float sum = 0;
    for (std::int64_t thread = 0; thread < threads; ++thread) sum += part[thread];
    *total = sum * factor;
  });
  return result;
}

__host__ __device__ float normal_distribution(float x) { return 0.5f * (1 + erff(x * 0.707106781f)); }
__host__ __device__ float normal_density(float x) { return 0.398942280f * expf(-0.5f * x * x); }

template <class Word>
void copy_words(const Tensor& from, const Tensor& to) {
  const Layout source(from), target(to);
  const Word* in = from.data<Word>();
  Word* out = to.data<Word>();
  // Copies four elements at once if they are neighbours in both, because finding the first one takes a few
  // divisions.
  const std::int64_t run = source.inner() % 4 == 0 && target.inner() % 4 == 0 ? 4 : 1;
  for_each("a copy", to.device(), to.numel() / run, [=] __host__ __device__(std::int64_t i) {
    Word* first = out + target.at(i * run);
    const Word* first_in = in + source.at(i * run);
    for (std::int64_t k = 0; k < run; ++k) first[k * target.step()] = first_in[k * source.step()];
  });
}

void convert(const Tensor& from, const Tensor& to) {
  const Layout source(from), target(to);
  const Elements in(from), out(to);
  for_each("a conversion", to.device(), to.numel(), [=] __host__ __device__(std::int64_t i) {
    out.set(target.at(i), in.get(source.at(i)));
  });
}

}  // namespace

void fill(Tensor& tensor, float value) {
  const Layout layout(tensor);
  const Elements elements(tensor);
  for_each("fill", tensor.device(), tensor.numel(),
           [=] __host__ __device__(std::int64_t i) { elements.set(layout.at(i), value); });
  tensor.bump_version();
}

void copy(const Tensor& from, Tensor& to) {
  require_same_device("a copy", from, to);
  require_same_shape("a copy", from, to);
  if (from.dtype() != to.dtype())
    convert(from, to);
  else if (from.is_contiguous() && to.is_contiguous())
    copy_bytes(to.data<void>(), to.device(), from.data<void>(), from.device(), from.bytes());
  else if (size_of(from.dtype()) == 2)
    copy_words<std::uint16_t>(from, to);
  else
    copy_words<std::uint32_t>(from, to);
  to.bump_version();
}

void add_to(Tensor& to, const Tensor& from, float factor) {
  require_alike("an addition in place", to, from);
  const Layout target(to), source(from);
  const Elements out(to), in(from);
  for_each("an addition in place", to.device(), to.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t at = target.at(i);
    out.set(at, out.get(at) + factor * in.get(source.at(i)));
  });
  to.bump_version();
}

Tensor add(const Tensor& a, const Tensor& b, float factor_of_b) {
  require_alike(factor_of_b < 0 ? "-" : "+", a, b);
  const Tensor a_rows = a.contiguous(), b_rows = b.contiguous();
  const Tensor result = like(a);
  const Elements left(a_rows), right(b_rows), out(result);
  for_each("+", a.device(), a.numel(), [=] __host__ __device__(std::int64_t i) {
    out.set(i, left.get(i) + factor_of_b * right.get(i));
  });
  return result;
}

Tensor multiply(const Tensor& a, const Tensor& b) {
  require_alike("*", a, b);
  const Tensor a_rows = a.contiguous(), b_rows = b.contiguous();
  const Tensor result = like(a);
  const Elements left(a_rows), right(b_rows), out(result);
  for_each("*", a.device(), a.numel(),
           [=] __host__ __device__(std::int64_t i) { out.set(i, left.get(i) * right.get(i)); });
  return result;
}

Tensor scaled(const Tensor& a, float factor) {
  const Tensor rows = a.contiguous();
  const Tensor result = like(a);
  const Elements in(rows), out(result);
  for_each("*", a.device(), a.numel(),
           [=] __host__ __device__(std::int64_t i) { out.set(i, in.get(i) * factor); });
  return result;
}

Tensor add_bias(const Tensor& x, const Tensor& bias) {
  const Tensor rows = x.contiguous(), row = bias.contiguous();
  const Tensor result = like(x);
  const Elements in(rows), add(row), out(result);
  const std::int64_t columns = bias.numel();
  for_each("add_bias", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    out.set(i, in.get(i) + add.get(remainder(i, columns)));
  });
  return result;
}

Tensor sum_of_rows(const Tensor& x) {
  const Tensor rows = x.contiguous();
  const std::int64_t count = x.size(0), columns = x.size(1);
  const Tensor result = Tensor::empty({columns}, x.dtype(), x.device());
  const Elements in(rows), out(result);
  for_each("a sum of rows", x.device(), columns, [=] __host__ __device__(std::int64_t column) {
    float sum = 0;
    for (std::int64_t row = 0; row < count; ++row) sum += in.get(row * columns + column);
    out.set(column, sum);
  });
  return result;
}

Tensor apply(Curve curve, const Tensor& x) {
  const Tensor rows = x.contiguous();
  const Tensor result = like(x);
  const Elements in(rows), out(result);
  for_each("an activation", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    const float value = in.get(i);
    if (curve == Curve::relu)
      out.set(i, value < 0 ? 0.0f : value);  // a NaN stays a NaN
    else if (curve == Curve::sigmoid)
      out.set(i, 1 / (1 + expf(-value)));
    else if (curve == Curve::tanh)
      out.set(i, tanhf(value));
    else
      out.set(i, value * normal_distribution(value));
  });
  return result;
}

Tensor slope(Curve curve, const Tensor& saved, const Tensor& grad) {
  const Tensor saved_rows = saved.contiguous(), grad_rows = grad.contiguous();
  const Tensor result = like(saved);
  const Elements from(saved_rows), flows(grad_rows), out(result);
  for_each("an activation's gradient", saved.device(), saved.numel(), [=] __host__ __device__(std::int64_t i) {
    const float value = from.get(i);
    if (curve == Curve::relu)
      out.set(i, value > 0 ? flows.get(i) : 0.0f);
    else if (curve == Curve::sigmoid)
      out.set(i, flows.get(i) * value * (1 - value));
    else if (curve == Curve::tanh)
      out.set(i, flows.get(i) * (1 - value * value));
    else
      out.set(i, flows.get(i) * (normal_distribution(value) + value * normal_density(value)));
  });
  return result;
}

Tensor sum(const Tensor& x, float factor) {
  const Tensor rows = x.contiguous();
  const Elements in(rows);
  return sum_of("sum", x.device(), x.numel(), factor,
                [=] __host__ __device__(std::int64_t i) { return in.get(i); });
}

Tensor spread(const Tensor& scalar, float factor, const Shape& shape, DType dtype) {
  const Tensor result = Tensor::empty(shape, dtype, scalar.device());
  const Elements out(result);
  const float* value = scalar.data<float>();
  for_each("a spread scalar", result.device(), result.numel(),
           [=] __host__ __device__(std::int64_t i) { out.set(i, *value * factor); });
  return result;
}

}  // namespace gridmark::tensor::kernels
