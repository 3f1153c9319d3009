// Feature: wmma: tf32, signed and unsigned bytes, double
#include <mma.h>

#include <cmath>
#include <type_traits>

#include "../check.h"

using namespace nvcuda;

// D = A * B + C with A row-major and B column-major, or the reverse.
template <class T, class Store, class Sum, int m, int n, int k, bool a_rows>
__global__ void multiply(const Store* a, const Store* b, const Sum* c, Sum* d) {
  using LayoutA = typename std::conditional<a_rows, wmma::row_major, wmma::col_major>::type;
  using LayoutB = typename std::conditional<a_rows, wmma::col_major, wmma::row_major>::type;
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
  wmma::load_matrix_sync(fa, a, a_rows ? k : m);
  wmma::load_matrix_sync(fb, b, a_rows ? k : n);
  wmma::load_matrix_sync(sum, c, n, wmma::mem_row_major);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(d, sum, n, wmma::mem_row_major);
}

template <class T, class Store, class Sum, int m, int n, int k, bool a_rows>
void check(int lowest, int highest) {
  std::vector<Store> a(m * k), b(k * n);
  std::vector<Sum> c(m * n);
  std::vector<long long> expected(m * n);
  auto value = [&](int i) { return lowest + i * 37 % (highest - lowest + 1); };
  auto number_a = [&](int i, int j) { return value(i * k + j); };
  auto number_b = [&](int i, int j) { return value(1000 + i * 11 + j * 5); };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j) a[a_rows ? i * k + j : j * m + i] = static_cast<Store>(number_a(i, j));
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n; ++j) b[a_rows ? j * k + i : i * n + j] = static_cast<Store>(number_b(i, j));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      long long sum = i * 100 - j;
      c[i * n + j] = static_cast<Sum>(sum);
      for (int l = 0; l < k; ++l) sum += static_cast<long long>(number_a(i, l)) * number_b(l, j);
      expected[i * n + j] = sum;
    }
  coverage::Buffer<Store> da(a), db(b);
  coverage::Buffer<Sum> dc(c), dd(c.size());
  multiply<T, Store, Sum, m, n, k, a_rows><<<1, 32>>>(da, db, dc, dd);
  const auto d = dd.get();
  int wrong = 0;
  for (int i = 0; i < m * n; ++i) wrong += d[i] != static_cast<Sum>(expected[i]);
  CHECK(wrong == 0);
}

template <class T>
void check_bytes(int lowest, int highest) {
  check<T, T, int, 16, 16, 16, true>(lowest, highest);
  check<T, T, int, 16, 16, 16, false>(lowest, highest);
  check<T, T, int, 32, 8, 16, true>(lowest, highest);
  check<T, T, int, 8, 32, 16, false>(lowest, highest);
}

// Tensor cores use 10 bits of a tf32's fraction. Without rounding first, the rest is cut off.
__global__ void tf32_rounding(float* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> cut, rounded;
  const float value = 1 + 3 * exp2f(-12);  // three quarters between two tf32 numbers
  wmma::fill_fragment(a, value);
  wmma::fill_fragment(b, 1.0f);
  wmma::fill_fragment(cut, 0.0f);
  wmma::fill_fragment(rounded, 0.0f);
  wmma::mma_sync(cut, a, b, cut);
  for (int i = 0; i < a.num_elements; ++i) a.x[i] = wmma::__float_to_tf32(a.x[i]);
  wmma::mma_sync(rounded, a, b, rounded);
  if (threadIdx.x == 0) {
    out[0] = cut.x[0];
    out[1] = rounded.x[0];
    out[2] = wmma::__float_to_tf32(1 + exp2f(-11));  // the middle: away from zero
    out[3] = wmma::__float_to_tf32(-1 - exp2f(-11));
    out[4] = wmma::__float_to_tf32(1 + exp2f(-11) - exp2f(-23));
    out[5] = a.num_elements;
  }
}

__global__ void saturation(int* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> c, wrapped, held;
  wmma::fill_fragment(a, -128);
  wmma::fill_fragment(b, -128);
  wmma::fill_fragment(c, 0x7fffffff - 1000);
  wmma::mma_sync(wrapped, a, b, c);
  wmma::mma_sync(held, a, b, c, true);
  if (threadIdx.x == 31) out[0] = wrapped.x[7], out[1] = held.x[7];
}

int main() {
  check_bytes<signed char>(-128, 127);
  check_bytes<unsigned char>(0, 255);
  check<wmma::precision::tf32, float, float, 16, 16, 8, true>(-1000, 1000);
  check<wmma::precision::tf32, float, float, 16, 16, 8, false>(-1000, 1000);
  check<double, double, double, 8, 8, 4, true>(-100000, 100000);
  check<double, double, double, 8, 8, 4, false>(-100000, 100000);
  coverage::Buffer<float> floats(6);
  tf32_rounding<<<1, 32>>>(floats);
  const auto f = floats.get();
  CHECK(f[0] == 8);
  CHECK(f[1] == 8 * (1 + std::exp2(-10.0f)));
  CHECK(f[2] == 1 + std::exp2(-10.0f));
  CHECK(f[3] == -1 - std::exp2(-10.0f));
  CHECK(f[4] == 1);
  CHECK(f[5] == 4);
  coverage::Buffer<int> ints(2);
  saturation<<<1, 32>>>(ints);
  const auto i = ints.get();
  CHECK(i[0] == static_cast<int>(0x7fffffffu - 1000 + 16 * 128 * 128));
  CHECK(i[1] == 0x7fffffff);
  return coverage::result();
}
