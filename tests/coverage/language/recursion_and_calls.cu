// Feature: recursion, virtual functions, function pointers in structs and __device__ variables, barriers in __noinline__ functions
#include "../check.h"

__device__ __noinline__ int depth_of(int n) {
  volatile int here[8];
  here[n % 8] = n;
  return n == 0 ? 0 : 1 + depth_of(here[n % 8] - 1);
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recurse(int* out) {
  out[2 * threadIdx.x] = depth_of(100 + threadIdx.x);
  out[2 * threadIdx.x + 1] = fibonacci(threadIdx.x % 16);
}

struct Base {
  __device__ virtual int twice(int x) const = 0;
  __device__ virtual ~Base() {}
};
struct Plus : Base {
  int by;
  __device__ explicit Plus(int by_) : by(by_) {}
  __device__ int twice(int x) const override { return 2 * x + by; }
};
struct Minus : Base {
  int by;
  __device__ explicit Minus(int by_) : by(by_) {}
  __device__ int twice(int x) const override { return 2 * x - by; }
};
__device__ __noinline__ int dispatch(const Base& base, int x) { return base.twice(x); }
__global__ void virtuals(int* out) {
  const Plus plus(1);
  const Minus minus(3);
  out[threadIdx.x] = dispatch(threadIdx.x % 2 ? static_cast<const Base&>(plus) : minus, threadIdx.x);
}

typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
struct Table {
  Operation operations[2];
  int offset;
};
__device__ Table table = {{add, multiply}, 7};
__device__ Operation later;
__global__ void set_later() { later = multiply; }
__global__ void through_pointers(int* out, Table given) {
  const int i = threadIdx.x;
  out[i] = table.operations[i % 2](i, 3) + table.offset + given.operations[1 - i % 2](i, 2) + later(i, i);
}

/// All threads reach the same barrier, which is called at some depth.
__device__ __noinline__ int sum_over_block(int* shared, int value, int deeper) {
  if (deeper > 0) return sum_over_block(shared, value, deeper - 1);
  shared[threadIdx.x] = value;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < blockDim.x; ++i) sum += shared[i];
  __syncthreads();
  return sum;
}
__global__ void barriers_in_functions(int* out) {
  __shared__ int shared[128];
  int sum = 0;
  for (int round = 0; round < 5; ++round) sum += sum_over_block(shared, threadIdx.x + round, threadIdx.x % 7);
  out[threadIdx.x] = sum;
}

__global__ void jump_about(int* out) {
  int i = 0, sum = 0;
again:
  sum += i;
  if (++i < int(threadIdx.x)) goto again;
  switch (threadIdx.x % 3) {
    case 0:
      sum += 100;
    case 1:
      sum += 10;
      break;
    default:
      goto out_of_switch;
  }
  sum += 1;
out_of_switch:
  out[threadIdx.x] = sum;
}

int main() {
  coverage::Buffer<int> out(2 * 256, 0);
  recurse<<<1, 256>>>(out);
  auto seen = out.get();
  const int fibonacci_numbers[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610};
  for (int i = 0; i < 256; ++i) CHECK(seen[2 * i] == 100 + i && seen[2 * i + 1] == fibonacci_numbers[i % 16]);

  virtuals<<<1, 64>>>(out);
  seen = out.get();
  for (int i = 0; i < 64; ++i) CHECK(seen[i] == (i % 2 ? 2 * i + 1 : 2 * i - 3));

  Table host;
  CUDA(cudaMemcpyFromSymbol(&host, table, sizeof host));
  set_later<<<1, 1>>>();
  through_pointers<<<1, 64>>>(out, host);
  seen = out.get();
  for (int i = 0; i < 64; ++i) CHECK(seen[i] == (i % 2 ? i * 3 + 7 + i + 2 : i + 3 + 7 + i * 2) + i * i);

  barriers_in_functions<<<3, 128>>>(out);
  seen = out.get();
  for (int i = 0; i < 128; ++i) CHECK(seen[i] == 5 * 127 * 64 + 128 * 10);

  jump_about<<<1, 32>>>(out);
  seen = out.get();
  for (int i = 0; i < 32; ++i) {
    const int base = i < 2 ? 0 : i * (i - 1) / 2;
    CHECK(seen[i] == base + (i % 3 == 0 ? 111 : i % 3 == 1 ? 11 : 0));
  }
  return coverage::result();
}
