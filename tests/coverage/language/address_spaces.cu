// Feature: which memory a pointer points to: __isShared, __isGlobal, __isLocal
#include "../check.h"

__device__ int variable;

__device__ int kind(const void* p) { return __isShared(p) ? 1 : __isLocal(p) ? 2 : __isGlobal(p) ? 3 : 4; }

__global__ void kinds(int* out, int one) {
  __shared__ int fixed[4];
  extern __shared__ int dynamic[];
  int mine[4] = {1, 2, 3, 4};
  int* const all[] = {&fixed[1], dynamic, &mine[one], out, &variable};
  for (int i = 0; i < 5; ++i) out[5 * threadIdx.x + i] = kind(all[i]);
}

int main() {
  coverage::Buffer<int> out(std::vector<int>(5 * 40));
  kinds<<<1, 40, 64>>>(out, 1);
  const auto r = out.get();
  const int expected[] = {1, 1, 2, 3, 3};
  for (int i = 0; i < 5 * 40; ++i) CHECK(r[i] == expected[i % 5]);
  return coverage::result();
}
