// Lab 0, part 2: copies between the host's memory and the device's.
// Read transfers.h first: it holds the contract.
#include "transfers.h"

// Number of blocks of `size` threads that cover `count` elements. The last block may be partly unused.
inline unsigned blocks_for(std::size_t count, std::size_t size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

// Device memory that is freed at the end of its scope, also if a function returns early.
struct DeviceFloats {
  explicit DeviceFloats(std::size_t count) : error(cudaMalloc(&data, count * sizeof(float))) {}
  ~DeviceFloats() { cudaFree(data); }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;

  float* data = nullptr;
  cudaError_t error;
};

// ----------------------------------------------------------------------------------------------------
// 6. Hello, device: copy to it, run a kernel, copy back.

// TODO: write a kernel in which each thread computes one element of C. Threads past the edge do nothing.

cudaError_t hello_matmul(const float* a, const float* b, float* c, int n) {
  // TODO: 1. allocate three matrices on the device (use DeviceFloats, and check .error)
  //       2. copy a and b to the device (cudaMemcpyHostToDevice)
  //       3. launch the kernel, and check cudaGetLastError()
  //       4. copy c back (cudaMemcpyDeviceToHost), which waits for the kernel
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 7. How long does a copy take?

cudaError_t time_transfers(const float* host, float* back, std::size_t count, TransferTimes& times) {
  // TODO: create three events and record them before, between and after the two copies. Wait for the last
  // one, then read the two times. MB/s = bytes / 1e6 / seconds. Destroy the events.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 8. 10,000 copies, or one.

cudaError_t copy_rows_one_by_one(const float* host, int stride, float* device, int rows, int columns) {
  // TODO: write a loop with one cudaMemcpy for each row.
  return cudaErrorNotSupported;
}

cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns) {
  // TODO: use one cudaMemcpy2D. Its pitches and its width are in bytes, its height is in rows.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 9. 100 round trips, or data that stays on the device.

// TODO: write a kernel `step_kernel` for x = 0.99 * x + 1, one thread per element. Both functions below
// use it.

cudaError_t step_with_round_trips(float* host, std::size_t count, int steps) {
  // TODO: in each step, copy to the device, launch, and copy back.
  return cudaErrorNotSupported;
}

cudaError_t step_resident(float* host, std::size_t count, int steps) {
  // TODO: copy to the device once, launch `steps` times, copy back once. You need not wait between launches,
  // because kernels of one stream run in the order of their launches.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 10. Memory that a device can read by itself.

cudaError_t make_pinned(std::size_t count, float*& pinned) {
  // TODO: use cudaMallocHost, not malloc.
  return cudaErrorNotSupported;
}

cudaError_t release_pinned(float* pinned) {
  // TODO: use the matching function that frees page-locked memory.
  return cudaErrorNotSupported;
}

cudaError_t start_upload(const float* pinned, float* device, std::size_t count, cudaStream_t stream) {
  // TODO: use the asynchronous copy, on `stream`. Do not wait for it.
  return cudaErrorNotSupported;
}
