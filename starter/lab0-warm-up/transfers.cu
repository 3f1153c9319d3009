// Lab 0, part 2: between the host's memory and the device's.
// Read transfers.h first: it holds the contract.
#include "transfers.h"

// Blocks of `size` threads that cover `count` elements; the last one may be partly empty.
inline unsigned blocks_for(std::size_t count, std::size_t size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

// Memory of the device that is freed at the end of its scope, also where a function returns early.
struct DeviceFloats {
  explicit DeviceFloats(std::size_t count) : error(cudaMalloc(&data, count * sizeof(float))) {}
  ~DeviceFloats() { cudaFree(data); }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;

  float* data = nullptr;
  cudaError_t error;
};

// ----------------------------------------------------------------------------------------------------
// 1. Hello, device: there, a kernel, and back.

// TODO: write a kernel in which each thread computes one element of C; threads past the edge do nothing.

cudaError_t hello_matmul(const float* a, const float* b, float* c, int n) {
  // TODO: 1. make room for three matrices on the device (DeviceFloats; mind .error)
  //       2. copy a and b there (cudaMemcpyHostToDevice)
  //       3. launch the kernel; cudaGetLastError() says whether that worked
  //       4. copy c back (cudaMemcpyDeviceToHost); this waits for the kernel
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 2. How long does a copy take?

cudaError_t time_transfers(const float* host, float* back, std::size_t count, TransferTimes& times) {
  // TODO: make three events and record them before, between and after the two copies. Wait for the last
  // one, then read the two times. MB/s = bytes / 1e6 / seconds. Destroy the events.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 3. 10,000 copies, or one.

cudaError_t copy_rows_one_by_one(const float* host, int stride, float* device, int rows, int columns) {
  // TODO: a loop with one cudaMemcpy for each row.
  return cudaErrorNotSupported;
}

cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns) {
  // TODO: one cudaMemcpy2D. Its pitches and its width are in bytes, its height is in rows.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 4. 100 round trips, or staying there.

// TODO: write a kernel `step_kernel` for x = 0.99 * x + 1, one thread per element. Both functions below
// use it.

cudaError_t step_with_round_trips(float* host, std::size_t count, int steps) {
  // TODO: for each step: copy there, launch, copy back.
  return cudaErrorNotSupported;
}

cudaError_t step_resident(float* host, std::size_t count, int steps) {
  // TODO: copy there once, launch `steps` times, copy back once. Nothing has to wait in between: kernels
  // of one stream run in the order of their launches.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 5. Memory that a device can fetch by itself.

cudaError_t make_pinned(std::size_t count, float*& pinned) {
  // TODO: cudaMallocHost, not malloc.
  return cudaErrorNotSupported;
}

cudaError_t release_pinned(float* pinned) {
  // TODO: page-locked memory has a function of its own for this, too.
  return cudaErrorNotSupported;
}

cudaError_t start_upload(const float* pinned, float* device, std::size_t count, cudaStream_t stream) {
  // TODO: the asynchronous copy, on `stream`. Do not wait for it.
  return cudaErrorNotSupported;
}
