// Feature: wmma: half and bfloat16 in the three shapes, float and half accumulators, both layouts
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>

#include "../check.h"

using namespace nvcuda;

template <int m, int n, int k, class T, class Sum, class LayoutA, class LayoutB>
__global__ void multiply(const T* a, const T* b, const Sum* c, Sum* d, int lda, int ldb, int ldc,
                         wmma::layout_t layout) {
  __shared__ __align__(32) T tile[m * k];
  for (int i = threadIdx.x; i < m * k; i += 32) {  // A through shared memory, without padding
    const int line = std::is_same<LayoutA, wmma::row_major>::value ? k : m;
    tile[i] = a[i / line * lda + i % line];
  }
  __syncwarp();
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> fc, fd;
  wmma::load_matrix_sync(fa, tile, std::is_same<LayoutA, wmma::row_major>::value ? k : m);
  wmma::load_matrix_sync(fb, b, ldb);
  wmma::load_matrix_sync(fc, c, ldc, layout);
  wmma::fill_fragment(fd, 0.0f);
  wmma::mma_sync(fd, fa, fb, fd);
  for (int i = 0; i < fd.num_elements; ++i) fd.x[i] = fd.x[i] + fc.x[i];
  wmma::store_matrix_sync(d, fd, ldc, layout);
}

template <int m, int n, int k, class T, class Sum, class LayoutA, class LayoutB>
void check(wmma::layout_t layout) {
  const bool a_rows = std::is_same<LayoutA, wmma::row_major>::value;
  const bool b_rows = std::is_same<LayoutB, wmma::row_major>::value, c_rows = layout == wmma::mem_row_major;
  const int lda = (a_rows ? k : m) + 8, ldb = (b_rows ? n : k) + 16, ldc = (c_rows ? n : m) + 8;
  std::vector<T> a((a_rows ? m : k) * lda), b((b_rows ? k : n) * ldb);
  std::vector<Sum> c((c_rows ? m : n) * ldc, Sum(-7.0f));
  auto at_a = [&](int i, int j) { return a_rows ? i * lda + j : j * lda + i; };
  auto at_b = [&](int i, int j) { return b_rows ? i * ldb + j : j * ldb + i; };
  auto at_c = [&](int i, int j) { return c_rows ? i * ldc + j : j * ldc + i; };
  // Small integers: every sum is exact in half, so only one result is right.
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j) a[at_a(i, j)] = T(static_cast<float>((i * 5 + j * 3) % 7 - 3));
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n; ++j) b[at_b(i, j)] = T(static_cast<float>((i * 2 + j * 9) % 5 - 2));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c[at_c(i, j)] = Sum(static_cast<float>(i - j));
  coverage::Buffer<T> da(a), db(b);
  coverage::Buffer<Sum> dc(c), dd(c);
  multiply<m, n, k, T, Sum, LayoutA, LayoutB><<<1, 32>>>(da, db, dc, dd, lda, ldb, ldc, layout);
  const auto d = dd.get();
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = i - j;
      for (int l = 0; l < k; ++l) sum += ((i * 5 + l * 3) % 7 - 3) * ((l * 2 + j * 9) % 5 - 2);
      wrong += static_cast<float>(d[at_c(i, j)]) != static_cast<float>(sum);
    }
  if (c_rows) wrong += static_cast<float>(d[n]) != -7.0f;  // the padding stays
  CHECK(wrong == 0);
}

template <int m, int n, int k, class T, class Sum>
void check_layouts() {
  for (auto layout : {wmma::mem_row_major, wmma::mem_col_major}) {
    check<m, n, k, T, Sum, wmma::row_major, wmma::col_major>(layout);
    check<m, n, k, T, Sum, wmma::row_major, wmma::row_major>(layout);
    check<m, n, k, T, Sum, wmma::col_major, wmma::row_major>(layout);
    check<m, n, k, T, Sum, wmma::col_major, wmma::col_major>(layout);
  }
}

// Mixed accumulators, rounding of a half result, and an infinity.
__global__ void edges(float* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> h;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  wmma::fill_fragment(a, __float2half(1.0f));
  wmma::fill_fragment(b, __float2half(129.0f));
  wmma::fill_fragment(f, 1.0f);
  wmma::mma_sync(h, a, b, f);  // 16 * 129 + 1 = 2065: between 2064 and 2066, to the even fraction
  if (threadIdx.x == 0) out[0] = __half2float(h.x[0]);
  wmma::fill_fragment(b, __float2half(60000.0f));
  wmma::mma_sync(f, a, b, h);
  if (threadIdx.x == 0) out[1] = f.x[5];
  wmma::mma_sync(h, a, b, h);
  if (threadIdx.x == 0) out[2] = __half2float(h.x[1]), out[3] = f.x[7];
  if (threadIdx.x == 0) out[4] = a.num_elements, out[5] = f.num_elements, out[6] = h.num_elements;
}

int main() {
  check_layouts<16, 16, 16, half, float>();
  check_layouts<16, 16, 16, half, half>();
  check_layouts<32, 8, 16, half, float>();
  check_layouts<32, 8, 16, half, half>();
  check_layouts<8, 32, 16, half, float>();
  check_layouts<8, 32, 16, half, half>();
  check_layouts<16, 16, 16, __nv_bfloat16, float>();
  check_layouts<32, 8, 16, __nv_bfloat16, float>();
  check_layouts<8, 32, 16, __nv_bfloat16, float>();
  coverage::Buffer<float> out(7);
  edges<<<1, 32>>>(out);
  const auto e = out.get();
  CHECK(e[0] == 2064);
  CHECK(e[1] == 960000 + 2064);
  CHECK(std::isinf(e[2]));
  CHECK(e[3] == e[1]);
  CHECK(e[4] == 16 && e[5] == 8 && e[6] == 8);
  return coverage::result();
}
