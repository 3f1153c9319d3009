#include "emulation/libraries/cufft/layout.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <type_traits>

#include "emulation/libraries/cufft/line.h"

namespace gridmark::fourier {

double operations(const Layout& layout) {
  double n = 1;
  for (const std::size_t size : layout.sizes) n *= static_cast<double>(size);
  const double both = 5 * n * std::log2(std::max(n, 2.0)) * static_cast<double>(layout.batch);
  return layout.input_is_real() || layout.output_is_real() ? both / 2 : both;
}
namespace {

Array strided(std::vector<std::size_t> sizes, const std::vector<std::size_t>& embed, std::size_t stride,
              std::size_t distance) {
  Array array{std::move(sizes), {}, distance};
  array.strides.assign(array.sizes.size(), stride);
  for (std::size_t d = array.sizes.size() - 1; d > 0; --d) array.strides[d - 1] = array.strides[d] * embed[d];
  return array;
}

/// Calls visit(position, offset) for each element of a transform, in order.
template <class Visit>
void for_each_element(const Array& array, Visit visit) {
  std::vector<std::size_t> at(array.sizes.size(), 0);
  const std::size_t row = array.sizes.back(), step = array.strides.back(), rows = array.elements() / row;
  for (std::size_t r = 0, position = 0; r < rows; ++r) {
    std::size_t offset = 0;
    for (std::size_t d = 0; d + 1 < at.size(); ++d) offset += at[d] * array.strides[d];
    for (std::size_t i = 0; i < row; ++i) visit(position++, offset + i * step);
    for (std::size_t d = at.size() - 1; d-- > 0;) {
      if (++at[d] < array.sizes[d]) break;
      at[d] = 0;
    }
  }
}

// The types of elements, and their types in a callback of the program.
template <class T>
Complex widened(T value) {
  return {static_cast<double>(value), 0};
}
inline Complex widened(cufftComplex value) { return {value.x, value.y}; }
inline Complex widened(cufftDoubleComplex value) { return {value.x, value.y}; }
template <class T>
T narrowed(Complex value) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(value.re);
  else
    return {static_cast<decltype(T::x)>(value.re), static_cast<decltype(T::x)>(value.im)};
}

template <class T>
void load(const Array& array, std::size_t first, void* from, Callback callback, Complex* to) {
  using Function = T (*)(void*, std::size_t, void*, void*);
  const auto function = reinterpret_cast<Function>(callback.function);
  const T* values = static_cast<const T*>(from);
  for_each_element(array, [&](std::size_t position, std::size_t offset) {
    to[position] = widened(function ? function(from, first + offset, callback.information, nullptr)
                                    : values[first + offset]);
  });
}

template <class T>
void store(const Array& array, std::size_t first, void* to, Callback callback, const Complex* from) {
  using Function = void (*)(void*, std::size_t, T, void*, void*);
  const auto function = reinterpret_cast<Function>(callback.function);
  T* values = static_cast<T*>(to);
  for_each_element(array, [&](std::size_t position, std::size_t offset) {
    const T value = narrowed<T>(from[position]);
    if (function)
      function(to, first + offset, value, callback.information, nullptr);
    else
      values[first + offset] = value;
  });
}

/// Transforms along one dimension, all lines of it.
void along(std::vector<Complex>& values, const std::vector<std::size_t>& sizes, std::size_t dimension,
           Line& line) {
  std::size_t inner = 1, outer = 1;
  for (std::size_t d = 0; d < dimension; ++d) outer *= sizes[d];
  for (std::size_t d = dimension + 1; d < sizes.size(); ++d) inner *= sizes[d];
  const std::size_t length = sizes[dimension];
  std::vector<Complex> gathered(length);
  for (std::size_t o = 0; o < outer; ++o) {
    for (std::size_t i = 0; i < inner; ++i) {
      Complex* first = values.data() + o * length * inner + i;
      if (inner == 1) {
        line.transform(first);
        continue;
      }
      for (std::size_t k = 0; k < length; ++k) gathered[k] = first[k * inner];
      line.transform(gathered.data());
      for (std::size_t k = 0; k < length; ++k) first[k * inner] = gathered[k];
    }
  }
}

/// Makes rows of n/2 + 1 numbers from rows of n, or back. The other half mirrors them.
std::vector<Complex> with_rows(const std::vector<Complex>& values, std::size_t from, std::size_t to,
                               std::size_t n) {
  std::vector<Complex> changed(values.size() / from * to);
  for (std::size_t row = 0; row < values.size() / from; ++row) {
    const Complex* in = values.data() + row * from;
    for (std::size_t i = 0; i < to; ++i) {
      Complex value = i < from ? in[i] : Complex{in[n - i].re, -in[n - i].im};
      const bool is_its_own_mirror = i == 0 || 2 * i == n;
      if (from < to && is_its_own_mirror) value.im = 0;
      changed[row * to + i] = value;
    }
  }
  return changed;
}

template <class Real, class Number>
void transform_as(const Layout& layout, void* in, void* out, int sign, Callback load_with,
                  Callback store_with) {
  const Array input = layout.input(in == out), output = layout.output(in == out);
  if (layout.input_is_real()) sign = -1;
  if (layout.output_is_real()) sign = 1;
  std::vector<Line> lines;
  for (const std::size_t size : layout.sizes) lines.emplace_back(size, sign);
  const std::size_t last = layout.sizes.size() - 1, n = layout.sizes[last], half = n / 2 + 1;
  std::vector<std::size_t> outer_sizes = layout.sizes;
  if (layout.input_is_real() || layout.output_is_real()) outer_sizes[last] = half;
  for (std::size_t b = 0; b < layout.batch; ++b) {
    std::vector<Complex> values(input.elements());
    if (layout.input_is_real())
      load<Real>(input, b * input.distance, in, load_with, values.data());
    else
      load<Number>(input, b * input.distance, in, load_with, values.data());
    if (!layout.output_is_real()) along(values, layout.sizes, last, lines[last]);
    if (layout.input_is_real()) values = with_rows(values, n, half, n);
    for (std::size_t d = last; d-- > 0;) along(values, outer_sizes, d, lines[d]);
    if (layout.output_is_real()) {
      values = with_rows(values, half, n, n);
      along(values, layout.sizes, last, lines[last]);
      store<Real>(output, b * output.distance, out, store_with, values.data());
    } else {
      store<Number>(output, b * output.distance, out, store_with, values.data());
    }
  }
}

}  // namespace

std::size_t Array::elements() const {
  return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1}, std::multiplies<>());
}

std::size_t Array::extent(std::size_t batch) const {
  std::size_t last = (batch - 1) * distance;
  for (std::size_t d = 0; d < sizes.size(); ++d) last += (sizes[d] - 1) * strides[d];
  return last + 1;
}

Array Layout::input(bool in_place) const {
  std::vector<std::size_t> given = sizes;
  if (output_is_real()) given.back() = sizes.back() / 2 + 1;
  if (!is_basic) return strided(given, input_embed, input_stride, input_distance);
  std::vector<std::size_t> embed = given;
  if (in_place && input_is_real()) embed.back() = 2 * (sizes.back() / 2 + 1);
  return strided(given, embed, 1,
                 std::accumulate(embed.begin(), embed.end(), std::size_t{1}, std::multiplies<>()));
}

Array Layout::output(bool in_place) const {
  std::vector<std::size_t> given = sizes;
  if (input_is_real()) given.back() = sizes.back() / 2 + 1;
  if (!is_basic) return strided(given, output_embed, output_stride, output_distance);
  std::vector<std::size_t> embed = given;
  if (in_place && output_is_real()) embed.back() = 2 * (sizes.back() / 2 + 1);
  return strided(given, embed, 1,
                 std::accumulate(embed.begin(), embed.end(), std::size_t{1}, std::multiplies<>()));
}

std::size_t Layout::input_element_bytes() const {
  return (is_double() ? sizeof(double) : sizeof(float)) * (input_is_real() ? 1 : 2);
}
std::size_t Layout::output_element_bytes() const {
  return (is_double() ? sizeof(double) : sizeof(float)) * (output_is_real() ? 1 : 2);
}

void transform(const Layout& layout, void* in, void* out, int sign, Callback load, Callback store) {
  if (layout.is_double())
    transform_as<double, cufftDoubleComplex>(layout, in, out, sign, load, store);
  else
    transform_as<float, cufftComplex>(layout, in, out, sign, load, store);
}

}  // namespace gridmark::fourier
