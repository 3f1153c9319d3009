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

// BEGIN SOLUTION hello_matmul
//: // TODO: write a kernel in which each thread computes one element of C. Threads past the edge do nothing.
//:
//: cudaError_t hello_matmul(const float* a, const float* b, float* c, int n) {
//:   // TODO: 1. allocate three matrices on the device (use DeviceFloats, and check .error)
//:   //       2. copy a and b to the device (cudaMemcpyHostToDevice)
//:   //       3. launch the kernel, and check cudaGetLastError()
//:   //       4. copy c back (cudaMemcpyDeviceToHost), which waits for the kernel
//:   return cudaErrorNotSupported;
//: }
__global__ void product_kernel(const float* a, const float* b, float* c, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += a[row * n + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t hello_matmul(const float* a, const float* b, float* c, int n) {
  if (n < 1) return cudaErrorInvalidValue;
  const std::size_t count = static_cast<std::size_t>(n) * n, bytes = count * sizeof(float);
  DeviceFloats on_device_a(count), on_device_b(count), on_device_c(count);
  for (const DeviceFloats* memory : {&on_device_a, &on_device_b, &on_device_c})
    if (memory->error != cudaSuccess) return memory->error;

  cudaError_t error = cudaMemcpy(on_device_a.data, a, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(on_device_b.data, b, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;

  const dim3 block(32, 8), grid(blocks_for(n, block.x), blocks_for(n, block.y));
  product_kernel<<<grid, block>>>(on_device_a.data, on_device_b.data, on_device_c.data, n);
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  return cudaMemcpy(c, on_device_c.data, bytes, cudaMemcpyDeviceToHost);
}
// END SOLUTION hello_matmul

// ----------------------------------------------------------------------------------------------------
// 7. How long does a copy take?

// BEGIN SOLUTION time_transfers
//: cudaError_t time_transfers(const float* host, float* back, std::size_t count, TransferTimes& times) {
//:   // TODO: create three events and record them before, between and after the two copies. Wait for the last
//:   // one, then read the two times. MB/s = bytes / 1e6 / seconds. Destroy the events.
//:   return cudaErrorNotSupported;
//: }
struct Event {
  Event() : error(cudaEventCreate(&event)) {}
  ~Event() { cudaEventDestroy(event); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  cudaEvent_t event = nullptr;
  cudaError_t error;
};

cudaError_t time_transfers(const float* host, float* back, std::size_t count, TransferTimes& times) {
  if (count < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = count * sizeof(float);
  DeviceFloats device(count);
  if (device.error != cudaSuccess) return device.error;
  Event start, between, end;
  for (const Event* one : {&start, &between, &end})
    if (one->error != cudaSuccess) return one->error;

  cudaError_t error = cudaEventRecord(start.event);
  if (error == cudaSuccess) error = cudaMemcpy(device.data, host, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaEventRecord(between.event);
  if (error == cudaSuccess) error = cudaMemcpy(back, device.data, bytes, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaEventRecord(end.event);
  if (error == cudaSuccess) error = cudaEventSynchronize(end.event);
  if (error == cudaSuccess) error = cudaEventElapsedTime(&times.to_device_ms, start.event, between.event);
  if (error == cudaSuccess) error = cudaEventElapsedTime(&times.to_host_ms, between.event, end.event);
  if (error != cudaSuccess) return error;

  const double megabytes = static_cast<double>(bytes) / 1e6;
  times.to_device_mb_per_s = megabytes / (times.to_device_ms / 1e3);
  times.to_host_mb_per_s = megabytes / (times.to_host_ms / 1e3);
  return cudaSuccess;
}
// END SOLUTION time_transfers

// ----------------------------------------------------------------------------------------------------
// 8. 10,000 copies, or one.

// BEGIN SOLUTION copy_rows_one_by_one
//: cudaError_t copy_rows_one_by_one(const float* host, int stride, float* device, int rows, int columns) {
//:   // TODO: write a loop with one cudaMemcpy for each row.
//:   return cudaErrorNotSupported;
//: }
cudaError_t copy_rows_one_by_one(const float* host, int stride, float* device, int rows, int columns) {
  if (rows < 1 || columns < 1 || stride < columns) return cudaErrorInvalidValue;
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
    const cudaError_t error = cudaMemcpy(device + row * columns, host + row * stride,
                                         columns * sizeof(float), cudaMemcpyHostToDevice);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
// END SOLUTION copy_rows_one_by_one

// BEGIN SOLUTION copy_rows_at_once
//: cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns) {
//:   // TODO: use one cudaMemcpy2D. Its pitches and its width are in bytes, its height is in rows.
//:   return cudaErrorNotSupported;
//: }
cudaError_t copy_rows_at_once(const float* host, int stride, float* device, int rows, int columns) {
  if (rows < 1 || columns < 1 || stride < columns) return cudaErrorInvalidValue;
  const std::size_t width = columns * sizeof(float);
  return cudaMemcpy2D(device, width, host, stride * sizeof(float), width, rows, cudaMemcpyHostToDevice);
}
// END SOLUTION copy_rows_at_once

// ----------------------------------------------------------------------------------------------------
// 9. 100 round trips, or data that stays on the device.

// BEGIN SOLUTION step_kernel
//: // TODO: write a kernel `step_kernel` for x = 0.99 * x + 1, one thread per element. Both functions below
//: // use it.
__global__ void step_kernel(float* x, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) x[i] = 0.99f * x[i] + 1.0f;
}
// END SOLUTION step_kernel

// BEGIN SOLUTION step_with_round_trips
//: cudaError_t step_with_round_trips(float* host, std::size_t count, int steps) {
//:   // TODO: in each step, copy to the device, launch, and copy back.
//:   return cudaErrorNotSupported;
//: }
cudaError_t step_with_round_trips(float* host, std::size_t count, int steps) {
  if (count < 1 || steps < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = count * sizeof(float);
  DeviceFloats device(count);
  cudaError_t error = device.error;
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    error = cudaMemcpy(device.data, host, bytes, cudaMemcpyHostToDevice);
    if (error != cudaSuccess) return error;
    step_kernel<<<blocks_for(count, 256), 256>>>(device.data, count);
    error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaMemcpy(host, device.data, bytes, cudaMemcpyDeviceToHost);
  }
  return error;
}
// END SOLUTION step_with_round_trips

// BEGIN SOLUTION step_resident
//: cudaError_t step_resident(float* host, std::size_t count, int steps) {
//:   // TODO: copy to the device once, launch `steps` times, copy back once. You need not wait between launches,
//:   // because kernels of one stream run in the order of their launches.
//:   return cudaErrorNotSupported;
//: }
cudaError_t step_resident(float* host, std::size_t count, int steps) {
  if (count < 1 || steps < 1) return cudaErrorInvalidValue;
  const std::size_t bytes = count * sizeof(float);
  DeviceFloats device(count);
  if (device.error != cudaSuccess) return device.error;
  cudaError_t error = cudaMemcpy(device.data, host, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    step_kernel<<<blocks_for(count, 256), 256>>>(device.data, count);
    error = cudaGetLastError();
  }
  return error == cudaSuccess ? cudaMemcpy(host, device.data, bytes, cudaMemcpyDeviceToHost) : error;
}
// END SOLUTION step_resident

// ----------------------------------------------------------------------------------------------------
// 10. Memory that a device can read by itself.

// BEGIN SOLUTION make_pinned
//: cudaError_t make_pinned(std::size_t count, float*& pinned) {
//:   // TODO: use cudaMallocHost, not malloc.
//:   return cudaErrorNotSupported;
//: }
//:
//: cudaError_t release_pinned(float* pinned) {
//:   // TODO: use the matching function that frees page-locked memory.
//:   return cudaErrorNotSupported;
//: }
cudaError_t make_pinned(std::size_t count, float*& pinned) {
  if (count < 1) return cudaErrorInvalidValue;
  return cudaMallocHost(&pinned, count * sizeof(float));
}

cudaError_t release_pinned(float* pinned) { return cudaFreeHost(pinned); }
// END SOLUTION make_pinned

// BEGIN SOLUTION start_upload
//: cudaError_t start_upload(const float* pinned, float* device, std::size_t count, cudaStream_t stream) {
//:   // TODO: use the asynchronous copy, on `stream`. Do not wait for it.
//:   return cudaErrorNotSupported;
//: }
cudaError_t start_upload(const float* pinned, float* device, std::size_t count, cudaStream_t stream) {
  if (count < 1) return cudaErrorInvalidValue;
  return cudaMemcpyAsync(device, pinned, count * sizeof(float), cudaMemcpyHostToDevice, stream);
}
// END SOLUTION start_upload
