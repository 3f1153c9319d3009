// Feature: functions, members, helpers and macros that `#ifdef __CUDA_ARCH__` defines differently for host and device
#include "../check.h"
#ifndef __CUDA_ARCH__
#include <mutex>
#include <numeric>
#endif

// Macros: words, functions, qualifiers, and one that uses another.
#ifdef __CUDA_ARCH__
#define SIDE 1
#define MEET() __syncthreads()
#define FN __device__ inline
#else
#define SIDE 2
#define MEET()
#define FN inline
#endif
#define TEN_TIMES(x) (10 * (x) + SIDE)

__host__ __device__ int side() {
  MEET();
  return SIDE;
}
__host__ __device__ int through_another_macro(int x) { return TEN_TIMES(x); }
FN int by_macro() { return SIDE; }

// A different function on each side, a template, and a function for one side only.
#ifdef __CUDA_ARCH__
__device__ int which() { return 1; }
__device__ int plus(int a, int b) { return a + b; }
template <class T>
__device__ __forceinline__ T pick(T a, T b) {
  return a;
}
__device__ unsigned thread() { return threadIdx.x; }
#else
static std::mutex lock;
static int sum(int n) {
  const std::lock_guard<std::mutex> guard(lock);
  int numbers[8];
  std::iota(numbers, numbers + n, 1);
  return std::accumulate(numbers, numbers + n, 0);
}
int which() { return 2; }
int plus(int left, int right) { return 10 * left + right; }
template <class T>
inline T pick(T a, T b) {
  return b;
}
#endif

__host__ __device__ int work(int n) {
#ifdef __CUDA_ARCH__
  return n + thread();
#else
  return sum(n);
#endif
}

// Members, also if the host's come before `public:` and the device's after it.
template <int N>
class Queue {
  int values_[N] = {};
  int size_ = 0;
#ifndef __CUDA_ARCH__
  static int next(int* size) { return (*size)++; }
#endif

 public:
#ifdef __CUDA_ARCH__
  __device__ bool push(int value) {
    const int i = atomicAdd(&size_, 1);
    if (i < N) values_[i] = value;
    return i < N;
  }
  __device__ static int where() { return 1; }
#else
  bool push(int value) {
    const int i = next(&size_);
    if (i < N) values_[i] = value + 100;
    return i < N;
  }
  static int where() { return 2; }
#endif
  __host__ __device__ int at(int i) const { return values_[i]; }
};

namespace deep {
#ifndef __CUDA_ARCH__
inline const char* name() { return "host"; }
#endif
struct Named {
#ifdef __CUDA_ARCH__
  __device__
#endif
  char initial() const {
#ifdef __CUDA_ARCH__
    return 'd';
#else
    return name()[0];
#endif
  }
};
}  // namespace deep

__global__ void kernel(Queue<4>* queue, int* out) {
  queue->push(7);
  out[0] = side();
  out[1] = through_another_macro(4);
  out[3] = work(5);
#ifdef __CUDA_ARCH__
  out[2] = by_macro();
  out[4] = which() + plus(1, 2);
  out[5] = pick(1, 2);
  out[6] = Queue<4>::where();
  out[7] = deep::Named().initial();
#endif
}

int main() {
  Queue<4>* queue = nullptr;
  CHECK(cudaMallocManaged(&queue, sizeof *queue) == cudaSuccess);
  *queue = {};
  coverage::Buffer<int> out(8);
  kernel<<<1, 1>>>(queue, out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const std::vector<int> seen = out.get();
  CHECK(seen == (std::vector<int>{1, 41, 1, 5, 4, 1, 1, 'd'}));

  queue->push(1);
  CHECK(queue->at(0) == 7 && queue->at(1) == 101);
  CHECK(cudaFree(queue) == cudaSuccess);
  CHECK(side() == 2 && through_another_macro(4) == 42 && by_macro() == 2);
  CHECK(which() == 2 && plus(1, 2) == 12 && pick(1, 2) == 2 && work(5) == 15);
  CHECK(Queue<4>::where() == 2 && deep::Named().initial() == 'h');
  return coverage::result();
}
