// Feature: pointers to device functions: taken in kernels, in tables of __device__ variables, copied to the host and passed back
#include "../check.h"

typedef float (*Operation)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float multiply(float a, float b) { return a * b; }
__device__ Operation device_add = add;
__device__ Operation operations[2] = {add, multiply};
struct Functor {
  float by;
  __device__ float operator()(float x) const { return by * x; }
};
template <class F>
__device__ float apply(F f, float x) {
  return f(x);
}
__global__ void call(Operation given, float* out) {
  Operation local = threadIdx.x ? multiply : add;
  out[4 * threadIdx.x] = local(3, 4);
  out[4 * threadIdx.x + 1] = operations[threadIdx.x](5, 6);
  out[4 * threadIdx.x + 2] = (*given)(1, 2);
  out[4 * threadIdx.x + 3] = apply(Functor{2}, 8);
}

int main() {
  Operation host_add;
  CUDA(cudaMemcpyFromSymbol(&host_add, device_add, sizeof host_add));
  coverage::Buffer<float> out(8);
  call<<<1, 2>>>(host_add, out);
  const auto r = out.get();
  CHECK(r[0] == 7 && r[4] == 12 && r[1] == 11 && r[5] == 30 && r[2] == 3 && r[6] == 3 && r[3] == 16);
  return coverage::result();
}
