// Feature: OpenMP in host code of a .cu file: pragmas, _Pragma, and launches from several host threads
// Link: -Xcompiler -fopenmp
// Nvcc: no, because it is told of -fopenmp on its own command line
#include <omp.h>

#include "../check.h"

#ifndef _OPENMP
#error "OpenMP is on, and _OPENMP says so"
#endif
#define IN_PARALLEL _Pragma("omp parallel num_threads(3)")

__global__ void add_one(int* at) { atomicAdd(at, 1); }

int main() {
  omp_set_num_threads(4);
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i) sum += omp_get_num_threads();
  CHECK(sum == 400);

  int threads = 0;
  IN_PARALLEL
#pragma omp atomic
  ++threads;
  CHECK(threads == 3);

  coverage::Buffer<int> count(1, 0);
  int* at = count;
#pragma omp parallel for
  for (int i = 0; i < 64; ++i) add_one<<<2, 5>>>(at);
  CHECK(count.get()[0] == 640);
  return coverage::result();
}
