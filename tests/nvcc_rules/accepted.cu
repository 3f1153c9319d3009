// Feature: what looks like a call from the wrong side, and is none
#include <cmath>
#include <cstdio>
#include <vector>

#define BOTH __host__ __device__

int n = 100;                          // kernels use other names for it
const int rows = 4;
const float third = 1.0f / 3;
constexpr float scale = 2;
const dim3 block_shape(8, 1);
__device__ int counter;
__constant__ float table[2] = {1, 2};

BOTH float twice(float x) { return 2 * x; }
float pick(int x) { return x; }
__device__ float pick(float x) { return x; }

struct Span {
  float* data;
  int n;
  Span() = default;
  Span(float* data_, int n_) : data(data_), n(n_) {}
  __device__ float& operator[](int i) { return data[i]; }
  __device__ int size() const { return n; }
  int size_on_host() const { return n; }
};

float on_host(float x) { return x + 1; }
template <class T>
__global__ void never_launched(T* p) {
  *p = on_host(*p);
}

template <class T>
BOTH T chosen(T a, T b) {
  return a < b ? b : a;
}

__global__ void work(Span out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  float on_host = twice(out[i]) + rows + third + scale + block_shape.x;
  out[i] = pick(on_host) + chosen(table[0], table[1]) + fmaxf(std::sqrt(4.0f), 1) + sizeof(::n) - out.size();
  atomicAdd(&counter, 1);
}

template <class F>
__global__ void each(float* p, F f) {
  p[threadIdx.x] = f(p[threadIdx.x]);
}

void launch(void (*work)(Span, int), Span span) { work<<<1, block_shape>>>(span, span.size_on_host()); }

int main() {
  float* p;
  cudaMallocManaged(&p, 32);
  for (int i = 0; i < 8; ++i) p[i] = on_host(i);
  launch(work, Span(p, 8));
  const float n = 3;
  each<<<1, 8>>>(p, [=] __device__(float x) { return twice(x) + n; });
  int counted = 0;
  cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
  cudaDeviceSynchronize();
  std::vector<float> results(p, p + 8);
  printf(results.size() == 8 && counted == 8 ? "ok\n" : "wrong\n");
}
