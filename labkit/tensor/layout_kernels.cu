// Kernels that move elements: masks, rows by index, dropout, windows of a convolution and of a pooling.
#include "labkit/tensor/elements.cuh"
#include "labkit/tensor/kernels.h"
#include "labkit/tensor/philox.h"

namespace gridmark::tensor::kernels {

Tensor above_diagonal(const Tensor& x, float value) {
  const Tensor source = x.contiguous(), result = like(x);
  const Elements in(source), out(result);
  const std::int64_t rows = x.size(-2), columns = x.size(-1);
  for_each("causal_mask", x.device(), x.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t line = quotient(i, columns), row = remainder(line, rows), column = i - line * columns;
    out.set(i, column > row + columns - rows ? value : in.get(i));
  });
  return result;
}

Tensor chosen_rows(const Tensor& weight, const Tensor& indices) {
  const Tensor rows = weight.contiguous(), order = indices.contiguous();
  const std::int64_t count = weight.size(0), n = weight.size(1);
  Shape shape = indices.shape();
  shape.push_back(n);
  const Tensor result = Tensor::empty(shape, weight.dtype(), weight.device());
  const Elements in(rows), out(result);
  const std::int32_t* index = order.data<std::int32_t>();
  for_each("embedding", weight.device(), result.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t at = quotient(i, n), row = index[at];
    out.set(i, row >= 0 && row < count ? in.get(row * n + i - at * n) : nanf(""));
  });
  return result;
}

Tensor summed_by_row(const Tensor& grad, const Tensor& indices, std::int64_t rows) {
  const Tensor source = grad.contiguous(), order = indices.contiguous();
  const std::int64_t n = grad.size(-1), count = indices.numel();
  const Tensor result = Tensor::zeros({rows, n}, DType::f32, grad.device());
  const Elements in(source);
  const std::int32_t* index = order.data<std::int32_t>();
  float* out = result.data<float>();
  // Each row looks for its indices. No two threads add to one element, so the order is that of the indices.
  for_each("embedding's gradient", grad.device(), rows, [=] __host__ __device__(std::int64_t row) {
    for (std::int64_t i = 0; i < count; ++i)
      if (index[i] == row)
        for (std::int64_t c = 0; c < n; ++c) out[row * n + c] += in.get(i * n + c);
  });
  return result;
}

Tensor dropout(const Tensor& x, float keep, std::uint64_t seed, std::uint64_t position) {
  const Tensor source = x.contiguous(), result = like(x);
  const Elements in(source), out(result);
  const std::int64_t count = x.numel();
  for_each("dropout", x.device(), (count + 3) / 4, [=] __host__ __device__(std::int64_t four) {
    const PhiloxWords numbers = four_numbers(seed, position / 4 + static_cast<std::uint64_t>(four));
    for (int k = 0; k < 4 && four * 4 + k < count; ++k) {
      const std::int64_t i = four * 4 + k;
      out.set(i, unit_interval(numbers.word[k]) < keep ? in.get(i) / keep : 0.0f);
    }
  });
  return result;
}

Tensor unfolded(const Tensor& x, const Windows& w) {
  const Tensor source = x.contiguous();
  const std::int64_t channels = x.size(1), height = x.size(2), width = x.size(3);
  const std::int64_t rows = w.rows(height), columns = w.columns(width), area = w.height * w.width;
  const Tensor result = Tensor::empty({x.size(0) * rows * columns, channels * area}, x.dtype(), x.device());
  const Elements in(source), out(result);
  const Windows windows = w;
  for_each("conv2d", x.device(), result.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t place = i / (channels * area), part = i % (channels * area);
    const std::int64_t image = place / (rows * columns), channel = part / area;
    const std::int64_t y = place / columns % rows * windows.stride + part % area / windows.width - windows.padding;
    const std::int64_t x_at = place % columns * windows.stride + part % windows.width - windows.padding;
    const bool inside = y >= 0 && y < height && x_at >= 0 && x_at < width;
    out.set(i, inside ? in.get(((image * channels + channel) * height + y) * width + x_at) : 0.0f);
  });
  return result;
}

Tensor folded(const Tensor& grad, const Windows& w, const Shape& shape) {
  const Tensor source = grad.contiguous(), result = Tensor::empty(shape, grad.dtype(), grad.device());
  const std::int64_t channels = shape[1], height = shape[2], width = shape[3];
  const std::int64_t rows = w.rows(height), columns = w.columns(width), area = w.height * w.width;
  const Elements in(source), out(result);
  const Windows windows = w;
  for_each("conv2d's gradient", grad.device(), result.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t image = i / (channels * height * width), channel = i / (height * width) % channels;
    const std::int64_t y = i / width % height + windows.padding, x = i % width + windows.padding;
    float sum = 0;
    for (std::int64_t part = 0; part < area; ++part) {
      const std::int64_t from_y = y - part / windows.width, from_x = x - part % windows.width;
      if (from_y < 0 || from_x < 0 || from_y % windows.stride != 0 || from_x % windows.stride != 0) continue;
      const std::int64_t row = from_y / windows.stride, column = from_x / windows.stride;
      if (row < rows && column < columns)
        sum += in.get(((image * rows + row) * columns + column) * channels * area + channel * area + part);
    }
    out.set(i, sum);
  });
  return result;
}

Tensor greatest_of_windows(const Tensor& x, const Windows& w, Tensor& chosen) {
  const Tensor source = x.contiguous();
  const std::int64_t height = x.size(2), width = x.size(3), rows = w.rows(height), columns = w.columns(width);
  const Shape shape{x.size(0), x.size(1), rows, columns};
  const Tensor result = Tensor::empty(shape, x.dtype(), x.device());
  chosen = Tensor::empty(shape, DType::i32, x.device());
  const Elements in(source), out(result);
  std::int32_t* choice = chosen.data<std::int32_t>();
  const Windows windows = w;
  for_each("max_pool2d", x.device(), result.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t line = quotient(i, columns), plane = quotient(line, rows);
    const std::int64_t top = (line - plane * rows) * windows.stride, left = (i - line * columns) * windows.stride;
    float greatest = 0;
    for (std::int32_t part = 0; part < windows.height * windows.width; ++part) {
      const std::int64_t y = top + part / windows.width, at = left + part % windows.width;
      const float value = in.get((plane * height + y) * width + at);
      const bool first_nan = value != value && greatest == greatest;
      if (part > 0 && !(value > greatest) && !first_nan) continue;
      greatest = value;
      choice[i] = part;
    }
    out.set(i, greatest);
  });
  return result;
}

Tensor sent_to_chosen(const Tensor& grad, const Tensor& chosen, const Windows& w, const Shape& shape) {
  const Tensor source = grad.contiguous(), result = Tensor::empty(shape, grad.dtype(), grad.device());
  const std::int64_t height = shape[2], width = shape[3], rows = w.rows(height), columns = w.columns(width);
  const Elements in(source), out(result);
  const std::int32_t* choice = chosen.data<std::int32_t>();
  const Windows windows = w;
  // Each element looks for the windows that chose it. No two threads add to one element.
  for_each("max_pool2d's gradient", grad.device(), result.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t line = quotient(i, width), plane = quotient(line, height);
    float sum = 0;
    for (std::int32_t part = 0; part < windows.height * windows.width; ++part) {
      const std::int64_t top = line - plane * height - part / windows.width;
      const std::int64_t left = i - line * width - part % windows.width;
      if (top < 0 || left < 0 || top % windows.stride != 0 || left % windows.stride != 0) continue;
      const std::int64_t row = top / windows.stride, column = left / windows.stride;
      if (row >= rows || column >= columns) continue;
      const std::int64_t at = (plane * rows + row) * columns + column;
      if (choice[at] == part) sum += in.get(at);
    }
    out.set(i, sum);
  });
  return result;
}

}  // namespace gridmark::tensor::kernels
