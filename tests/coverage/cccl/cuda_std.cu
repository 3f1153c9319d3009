// Feature: cuda::std in kernels: tuple, array, optional, variant, complex, limits, type_traits, utility, functional, numeric, chrono, atomic
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/cassert>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

#include "../check.h"

struct Results {
  double sum;
  int smallest, largest, visited, sorted[5];
  cuda::std::uint64_t count;
  bool empty, same, finite;
  float real, imaginary, limit;
};

__device__ cuda::std::optional<int> half_of(int x) {
  return x % 2 == 0 ? cuda::std::optional<int>(x / 2) : cuda::std::nullopt;
}

template <class T>
__device__ T doubled(T x) {
  static_assert(cuda::std::is_arithmetic<T>::value && !cuda::std::is_same_v<T, bool>, "a number");
  return x + x;
}

__global__ void use(Results* out) {
  const cuda::std::tuple<int, double> pair = cuda::std::make_tuple(3, 1.5);
  const auto [three, real] = pair;
  out->sum = three + real + cuda::std::get<0>(pair) + doubled(0.25);
  cuda::std::array<int, 5> values{4, 1, 5, 2, 3};
  out->smallest = cuda::std::reduce(values.begin(), values.end(), 9, cuda::minimum<>{});
  cuda::std::swap(values[0], values[4]);
  for (int i = 0; i < 5; ++i) out->sorted[i] = values[i];
  out->largest = cuda::maximum<>{}(values[2], 2);
  out->count = cuda::std::accumulate(values.begin(), values.end(), cuda::std::uint64_t{1} << 40);
  out->empty = !half_of(7).has_value() && half_of(8).value_or(0) == 4;
  cuda::std::variant<int, float> either = 2.5f;
  out->visited = cuda::std::visit([](auto value) { return static_cast<int>(value * 2); }, either);
  const cuda::std::complex<float> i(0.f, 1.f), z = (i * i + cuda::std::complex<float>(3.f, 4.f)) * i;
  out->real = z.real();
  out->imaginary = cuda::std::abs(cuda::std::complex<float>(3.f, 4.f)) + z.imag();
  out->limit = cuda::std::numeric_limits<float>::max();
  out->same = cuda::std::is_same_v<cuda::std::remove_cv_t<const int>, int>;
  out->finite = cuda::std::isfinite(1.0) && cuda::std::plus<int>()(1, 2) == 3 && cuda::std::is_trivially_copyable_v<int>;
}

__global__ void count(cuda::std::atomic<int>* total, int* last) {
  if (total->fetch_add(1) == 63) *last = threadIdx.x;
}

int main() {
  coverage::Buffer<Results> out(1);
  use<<<1, 1>>>(out);
  const Results r = out.get()[0];
  CHECK(r.sum == 8.0 && r.smallest == 1 && r.largest == 5 && r.visited == 5);
  const int swapped[5] = {3, 1, 5, 2, 4};
  for (int i = 0; i < 5; ++i) CHECK(r.sorted[i] == swapped[i]);
  CHECK(r.count == (1ull << 40) + 15 && r.empty && r.same && r.finite);
  CHECK(r.real == -4.f && r.imaginary == 7.f && r.limit == 3.402823466e38f);
  static_assert(sizeof(cuda::std::atomic<int>) == sizeof(int), "an atomic int is an int");
  coverage::Buffer<int> total(1), last(1, -1);
  count<<<4, 16>>>(reinterpret_cast<cuda::std::atomic<int>*>(static_cast<int*>(total)), last);
  CHECK(total.get()[0] == 64 && last.get()[0] >= 0);
  const cuda::std::chrono::milliseconds second = cuda::std::chrono::seconds(1);
  CHECK(second.count() == 1000);
  return coverage::result();
}
