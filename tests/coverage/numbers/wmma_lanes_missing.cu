// Feature: wmma that some lanes of the warp do not reach is reported
// Fails: without all the lanes it needs
// Nvcc: no, because the program is wrong
#include <mma.h>

#include "../check.h"

using namespace nvcuda;

__global__ void multiply(float* out) {
  if (threadIdx.x == 5) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(a, __float2half(1.0f));
  wmma::fill_fragment(b, __float2half(1.0f));
  wmma::fill_fragment(c, 0.0f);
  wmma::mma_sync(c, a, b, c);
  out[threadIdx.x] = c.x[0];
}

int main() {
  coverage::Buffer<float> out(32);
  multiply<<<1, 32>>>(out);
  return coverage::result();
}
