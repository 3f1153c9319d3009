// Feature: NV_IF_TARGET, NV_IF_ELSE_TARGET and NV_DISPATCH_TARGET: a kernel takes the device's branch, the host its own
#include <nv/target>

#include "../check.h"

__host__ __device__ int side() {
  NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 2;))
}

#define PICK(where, code) NV_IF_TARGET(where, code)
__host__ __device__ int picked() {
  int result = 5;
  PICK(NV_IS_HOST, (result = 7;))
  return result;
}

__host__ __device__ int dispatched() {
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_70, (return 70;), NV_IS_HOST, (return 3;), NV_ANY_TARGET, (return 4;))
  return 9;
}

template <class T>
__host__ __device__ constexpr T on_either(T x) {
  NV_IF_ELSE_TARGET(NV_IS_HOST, (return x + 1;), (return x + 2;))
}

__global__ void ask(int* out) {
  out[0] = side();
  out[1] = picked();
  out[2] = dispatched();
  out[3] = on_either(10);
}

int main() {
  int* device;
  cudaMalloc(&device, 4 * sizeof(int));
  ask<<<1, 1>>>(device);
  int out[4];
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  CHECK(out[0] == 1);
  CHECK(out[1] == 5);
  CHECK(out[2] == 70);
  CHECK(out[3] == 12);
  CHECK(side() == 2);
  CHECK(picked() == 7);
  CHECK(dispatched() == 3);
  CHECK(on_either(10) == 11);
  cudaFree(device);
  return coverage::result();
}
