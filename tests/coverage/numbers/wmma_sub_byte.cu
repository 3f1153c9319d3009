// Feature: wmma of 4-bit and 1-bit elements
// Refused: 4-bit or 1-bit elements (nvcuda::wmma::experimental) does not run on the emulated device: use
// signed char
#include <mma.h>

#include "../check.h"

using namespace nvcuda;

__global__ void multiply(int* out) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> a;
  wmma::fill_fragment(a, 1);
  out[0] = a.num_elements;
}

int main() { return coverage::result(); }
