// Feature: extended lambdas: __device__ and __host__ __device__, passed to kernel templates, generic, capturing, nested
#include "../check.h"

template <class F>
__global__ void for_each(int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
template <class F, class... Arguments>
__global__ void apply(F f, Arguments... arguments) {
  f(arguments...);
}
template <class F>
__host__ __device__ int call(F f, int x) {
  return f(x);
}
struct Scale {
  int by;
  __host__ __device__ int operator()(int x) const { return by * x; }
};

struct Owner {
  int* p;
  int offset = 5;
  void run(int n) {
    int* out = p;
    const int add = offset;
    for_each<<<2, 32>>>(n, [=] __device__(int i) { out[i] += add; });
  }
};

int main() {
  coverage::Buffer<int> buffer(64);
  int* p = buffer;
  const int factor = 3;
  for_each<<<2, 32>>>(64, [=] __device__(int i) { p[i] = factor * i; });
  auto values = buffer.get();
  for (int i = 0; i < 64; ++i) CHECK(values[i] == 3 * i);

  const auto both = [=] __host__ __device__(int x) { return x * factor + 1; };
  CHECK(both(5) == 16 && call(both, 2) == 7);
  for_each<<<dim3(2), 32>>>(64, [=] __device__(int i) -> void { p[i] = call(both, i); });
  values = buffer.get();
  for (int i = 0; i < 64; ++i) CHECK(values[i] == 3 * i + 1);

  const Scale scale{4};
  for_each<<<2, 32>>>(64, [p, scale] __device__(int i) {
    const auto inner = [&](int x) { return scale(x) + 2; };
    __shared__ int box[32];
    box[threadIdx.x] = inner(i);
    __syncthreads();
    p[i] = box[31 - threadIdx.x];
  });
  values = buffer.get();
  for (int i = 0; i < 64; ++i) CHECK(values[i] == 4 * (i / 32 * 32 + 31 - i % 32) + 2);

  apply<<<1, 1>>>([=] __device__(int a, float b, double c) mutable { p[0] = (int)(a + b + c); }, 1, 2.5f,
                  3.5);
  CHECK(buffer.get()[0] == 7);
  Owner{p}.run(64);
  CHECK(buffer.get()[0] == 12);
  apply<<<1, 1>>>(Scale{2}, 3);
  return coverage::result();
}
