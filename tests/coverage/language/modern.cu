// Feature: C++17 in kernels: if constexpr, fold expressions, variadic templates, structured bindings, deduction guides, std::array and similar classes
// Link: --expt-relaxed-constexpr
// Nvcc: no, because it wants --expt-relaxed-constexpr for the constexpr functions of the host
#include "../check.h"

#include <array>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

template <class... T>
__device__ auto sum_of(T... values) {
  return (values + ... + 0);
}
template <class T>
__device__ int kind() {
  if constexpr (std::is_integral_v<T>)
    return 1;
  else if constexpr (std::is_floating_point<T>::value)
    return 2;
  else
    return 3;
}
template <class T, class U>
struct Pair {
  T first;
  U second;
  __host__ __device__ Pair(T a, U b) : first(a), second(b) {}
};
template <int... values>
__global__ void pack(int* out, std::integer_sequence<int, values...>) {
  int i = 0;
  ((out[i++] = values * values), ...);
}
template <template <class> class Box, class T>
__global__ void boxed(Box<T> box, T* out) {
  *out = box.value;
}
template <class T>
struct Box {
  T value;
};
__device__ inline constexpr int powers[] = {1, 10, 100};
constexpr int square(int x) { return x * x; }

__global__ void modern(double* out) {
  out[0] = sum_of(1, 2.5, 3u);
  out[1] = kind<int>() + 10 * kind<float>() + 100 * kind<int*>();
  Pair pair(4, 0.5);
  auto [first, second] = pair;
  out[2] = first + second;
  std::array<int, 3> values{1, 2, 3};
  int total = 0;
  for (int v : values) total += v;
  out[3] = total + values.size();
  out[4] = std::numeric_limits<int>::max() == 2147483647 && std::numeric_limits<float>::infinity() > 1e38f;
  std::tuple<int, double> tuple(7, 0.25);
  out[5] = std::get<0>(tuple) + std::get<1>(tuple);
  out[6] = square(12) + powers[2];
  auto generic = [](auto a, auto b) { return a * b; };
  out[7] = generic(3, 0.5) + generic(2, 4);
  if (int local = first; local > 3) out[8] = local;
  out[9] = [&] { return std::max(3, 4) + std::min(1.5, 2.5); }();
  using Type = decltype(first);
  out[10] = sizeof(Type) + alignof(double);
  int array[] = {5, 6, 7};
  auto&& [x, y, z] = array;
  z = 1'000;
  out[11] = x + y + array[2] + 0b101;
}

int main() {
  coverage::Buffer<double> out(12);
  modern<<<1, 1>>>(out);
  const auto r = out.get();
  const double expected[] = {6.5, 321, 4.5, 9, 1, 7.25, 244, 9.5, 4, 5.5, 12, 1016};
  for (int i = 0; i < 12; ++i) CHECK(r[i] == expected[i]);
  coverage::Buffer<int> ints(4);
  pack<<<1, 1>>>((int*)ints, std::integer_sequence<int, 1, 2, 3, 4>{});
  CHECK(ints.get()[3] == 16);
  boxed<<<1, 1>>>(Box<int>{8}, (int*)ints);
  CHECK(ints.get()[0] == 8);
  return coverage::result();
}
