// Feature: the names of cuda::std that `<cuda/atomic>`, `<cuda/barrier>`, `<cuda/latch>` and `<cuda/semaphore>` declare, and volatile atomics
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

#include "../check.h"

__device__ volatile cuda::atomic<int, cuda::thread_scope_device> arrivals;

template <class T>
struct Room {
  alignas(T) char bytes[sizeof(T)];
  __device__ T& operator*() { return *reinterpret_cast<T*>(bytes); }
};

__global__ void all(int* out) {
  __shared__ Room<cuda::std::barrier<>> barrier;
  __shared__ Room<cuda::std::latch> latch;
  __shared__ Room<cuda::std::binary_semaphore> semaphore;
  __shared__ cuda::std::atomic<int> sum;
  if (threadIdx.x == 0) {
    new (&*barrier) cuda::std::barrier<>(blockDim.x);
    new (&*latch) cuda::std::latch(blockDim.x);
    new (&*semaphore) cuda::std::binary_semaphore(1);
    sum.store(0, cuda::std::memory_order_relaxed);
  }
  __syncthreads();
  sum += threadIdx.x;
  arrivals.fetch_add(1, cuda::std::memory_order_relaxed);
  ++arrivals;
  (*barrier).arrive_and_wait();
  if (threadIdx.x == 0) out[0] = sum, out[1] = arrivals;
  (*semaphore).acquire();
  out[2] += 1;
  cuda::std::atomic_thread_fence(cuda::std::memory_order_seq_cst);
  (*semaphore).release();
  (*latch).arrive_and_wait();
  cuda::std::atomic_ref<int>(out[3]).fetch_add(threadIdx.x);
}

int main() {
  coverage::Buffer<int> out(std::vector<int>(4));
  all<<<1, 64>>>(out);
  const auto r = out.get();
  CHECK(r[0] == 63 * 32 && r[1] == 128 && r[2] == 64 && r[3] == 63 * 32);
  cuda::std::atomic_int counter{3};
  counter = 4;
  CHECK(counter++ == 4 && counter.load() == 5);
  return coverage::result();
}
