// Feature: kernel parameters with destructors (a lock, a buffer) reach threads as bytes, and are destroyed once, on the host
// Findings: double free: cudaFree() at parameters_with_destructors.cu:17 of a 4-byte allocation that was made at parameters_with_destructors.cu:12
#include "../check.h"

static int destroyed = 0;

/// Owns an int on the device. A copy shares it, and each destructor frees it, as in careless classes.
struct Lock {
  int* mutex;
  Lock() {
    int free_state = 0;
    CHECK(cudaMalloc(reinterpret_cast<void**>(&mutex), sizeof(int)) == cudaSuccess);
    CHECK(cudaMemcpy(mutex, &free_state, sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~Lock() {
    destroyed++;
    cudaFree(mutex);
  }
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(mutex, 0);
  }
};

__global__ void count(Lock lock, int* counter) {
  lock.lock();
  *counter = *counter + 1;
  lock.unlock();
}

/// A buffer that counts its owners on the host.
struct Shared {
  int* data;
  int* owners;
  int offset;
  Shared(int* data_, int* owners_, int offset_) : data(data_), owners(owners_), offset(offset_) { ++*owners; }
  Shared(const Shared& other) : data(other.data), owners(other.owners), offset(other.offset) { ++*owners; }
  ~Shared() { --*owners; }
};

// A thread's own copy. Other threads do not see its changes.
template <class T>
__global__ void fill(const T scale, Shared buffer, double more) {
  buffer.offset += threadIdx.x + blockIdx.x * blockDim.x;
  __syncthreads();
  buffer.data[buffer.offset - 7] = static_cast<int>(buffer.offset * scale + more);
}

int main() {
  int *counter, value = -1;
  CHECK(cudaMalloc(&counter, sizeof(int)) == cudaSuccess);
  CHECK(cudaMemset(counter, 0, sizeof(int)) == cudaSuccess);
  {
    Lock lock;
    count<<<100, 1>>>(lock, counter);
    CHECK(destroyed == 1);  // the launch's copy, because cudaFree waited for the kernel
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaMemcpy(&value, counter, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(value == 100);
  }
  cudaGetLastError();  // the second free of the same memory

  int *data, owners = 0, result[256];
  CHECK(cudaMalloc(&data, sizeof result) == cudaSuccess);
  {
    Shared buffer(data, &owners, 7);
    fill<float><<<2, 128>>>(3, buffer, 0.5);
    CHECK(owners == 1);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(owners == 1);
    CHECK(buffer.offset == 7);
  }
  CHECK(owners == 0);
  CHECK(cudaMemcpy(result, data, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int i = 0; i < 256; i++) CHECK(result[i] == (i + 7) * 3);
  return coverage::result();
}
