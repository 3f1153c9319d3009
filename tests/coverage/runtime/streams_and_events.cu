// Feature: streams, priorities, events and elapsed time, callbacks and host functions
#include "../check.h"

__global__ void increment(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) ++values[i];
}

static void CUDART_CB note(cudaStream_t, cudaError_t status, void* data) {
  *static_cast<int*>(data) = status == cudaSuccess ? 1 : 2;
}
static void CUDART_CB append(void* data) {
  auto* seen = static_cast<std::vector<int>*>(data);
  seen->push_back(int(seen->size()));
}

int main() {
  int least = 1, greatest = 1;
  CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(greatest <= least);
  cudaStream_t low, high, free_running;
  CUDA(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
  CUDA(cudaStreamCreateWithPriority(&high, cudaStreamDefault, greatest));
  CUDA(cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking));
  int priority = 99, device = -1;
  unsigned flags = 99;
  unsigned long long one = 0, two = 0;
  CUDA(cudaStreamGetPriority(high, &priority));
  CHECK(priority == greatest);
  cudaStream_t beyond;
  CUDA(cudaStreamCreateWithPriority(&beyond, cudaStreamDefault, greatest - 100));
  CUDA(cudaStreamGetPriority(beyond, &priority));
  CHECK(priority == greatest);
  CUDA(cudaStreamDestroy(beyond));
  CUDA(cudaStreamGetFlags(low, &flags));
  CHECK(flags == cudaStreamNonBlocking);
  CUDA(cudaStreamGetId(low, &one));
  CUDA(cudaStreamGetId(high, &two));
  CHECK(one != two);
  CUDA(cudaStreamGetDevice(low, &device));
  CHECK(device == 0);
  CHECK(cudaStreamCreateWithFlags(&low, 77) == cudaErrorInvalidValue);

  const int n = 1 << 16;
  coverage::Buffer<int> values(n, 0);
  cudaEvent_t start, stop, never, untimed;
  CUDA(cudaEventCreate(&start));
  CUDA(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
  CUDA(cudaEventCreate(&never));
  CUDA(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  float time = -1;
  CUDA(cudaEventRecord(start, high));
  increment<<<n / 256, 256, 0, high>>>(values, n);
  CUDA(cudaEventRecord(stop, high));
  CHECK(cudaEventElapsedTime(&time, start, never) == cudaErrorInvalidResourceHandle);
  CUDA(cudaEventSynchronize(stop));
  CUDA(cudaEventQuery(stop));
  CUDA(cudaEventElapsedTime(&time, start, stop));
  CHECK(time > 0);
  CUDA(cudaEventRecord(untimed, high));
  CUDA(cudaEventSynchronize(untimed));
  CHECK(cudaEventElapsedTime(&time, start, untimed) == cudaErrorInvalidResourceHandle);

  // A copy of more bytes takes longer, and so do more kernels.
  char *host = nullptr, *memory = nullptr;
  CUDA(cudaMallocHost(&host, 1 << 22));
  CUDA(cudaMalloc(&memory, 1 << 22));
  const auto copy_time = [&](size_t bytes) {
    CUDA(cudaEventRecord(start));
    CUDA(cudaMemcpyAsync(memory, host, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaEventRecord(stop));
    CUDA(cudaDeviceSynchronize());
    float milliseconds = 0;
    CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
    return milliseconds;
  };
  CHECK(copy_time(1 << 22) > copy_time(1 << 10));

  // Order across streams through an event.
  int called = 0;
  std::vector<int> seen;
  increment<<<n / 256, 256, 0, low>>>(values, n);
  CUDA(cudaEventRecord(untimed, low));
  CUDA(cudaStreamWaitEvent(free_running, untimed));
  increment<<<n / 256, 256, 0, free_running>>>(values, n);
  CUDA(cudaStreamAddCallback(free_running, note, &called, 0));
  CUDA(cudaLaunchHostFunc(free_running, append, &seen));
  CUDA(cudaLaunchHostFunc(free_running, append, &seen));
  CUDA(cudaStreamSynchronize(free_running));
  CHECK(called == 1 && seen.size() == 2 && seen[1] == 1);
  CHECK(cudaStreamQuery(low) == cudaSuccess);
  for (int value : values.get()) CHECK(value == 3);

  while (cudaStreamQuery(low) == cudaErrorNotReady) {
  }
  increment<<<1, 1, 0, cudaStreamPerThread>>>(values, 1);
  CUDA(cudaStreamSynchronize(cudaStreamPerThread));
  increment<<<1, 1, 0, cudaStreamLegacy>>>(values, 1);
  CHECK(values.get()[0] == 5);
  cudaGetLastError();
  CUDA(cudaEventDestroy(start));
  cudaGetLastError();
  CUDA(cudaStreamDestroy(high));
  CUDA(cudaStreamDestroy(free_running));
  CUDA(cudaFreeHost(host));
  CUDA(cudaFree(memory));
  return coverage::result();
}
