// Feature: several devices, copies between them, errors across them
// Environment: GRIDMARK_DEVICES=3
#include <thread>

#include "../check.h"

__global__ void fill(int* values, int count, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = value;
}

int main() {
  int count = 0;
  CUDA(cudaGetDeviceCount(&count));
  if (count < 3) return std::puts("needs three devices"), 1;
  int current = -1;
  CUDA(cudaSetDevice(2));
  std::thread([] {
    int mine = -1;
    CUDA(cudaGetDevice(&mine));
    CHECK(mine == 0);
  }).join();
  CUDA(cudaGetDevice(&current));
  CHECK(current == 2);
  cudaDeviceProp a{}, b{};
  CUDA(cudaGetDeviceProperties(&a, 0));
  CUDA(cudaGetDeviceProperties(&b, 1));
  CHECK(a.pciBusID != b.pciBusID && a.multiProcessorCount == b.multiProcessorCount);

  const int n = 1000;
  int* memory[3];
  cudaStream_t streams[3];
  for (int device = 0; device < 3; ++device) {
    CUDA(cudaSetDevice(device));
    CUDA(cudaMalloc(&memory[device], n * sizeof(int)));
    CUDA(cudaStreamCreate(&streams[device]));
    fill<<<8, 128, 0, streams[device]>>>(memory[device], n, 100 + device);
    cudaPointerAttributes attributes{};
    CUDA(cudaPointerGetAttributes(&attributes, memory[device]));
    CHECK(attributes.device == device);
  }
  for (int device = 0; device < 3; ++device) {
    CUDA(cudaSetDevice(device));
    CUDA(cudaDeviceSynchronize());
  }
  int can = 0;
  CUDA(cudaDeviceCanAccessPeer(&can, 0, 1));
  CHECK(can == 1);
  CUDA(cudaDeviceCanAccessPeer(&can, 1, 1));
  CHECK(can == 0);
  CUDA(cudaSetDevice(0));
  CUDA(cudaDeviceEnablePeerAccess(1, 0));
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  CHECK(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceDisablePeerAccess(2) == cudaErrorPeerAccessNotEnabled);
  CUDA(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 1));
  CHECK(can == 1);
  cudaGetLastError();

  std::vector<int> host(n);
  CUDA(cudaMemcpyPeer(memory[0], 0, memory[1], 1, n * sizeof(int)));
  CUDA(cudaMemcpy(host.data(), memory[0], n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(host[0] == 101 && host[n - 1] == 101);
  CUDA(cudaMemcpyPeerAsync(memory[0], 0, memory[2], 2, n * sizeof(int), streams[0]));
  CUDA(cudaStreamSynchronize(streams[0]));
  CUDA(cudaMemcpy(host.data(), memory[0], n * sizeof(int), cudaMemcpyDefault));
  CHECK(host[0] == 102);
  CHECK(cudaMemcpyPeer(memory[0], 0, memory[1], 7, 4) == cudaErrorInvalidDevice);

  // Streams and events belong to a device.
  CUDA(cudaSetDevice(1));
  fill<<<1, 1, 0, streams[0]>>>(memory[0], 1, 5);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  cudaEvent_t event;
  CUDA(cudaEventCreate(&event));
  CHECK(cudaEventRecord(event, streams[0]) == cudaErrorInvalidResourceHandle);
  CUDA(cudaEventRecord(event, streams[1]));
  CUDA(cudaSetDevice(0));
  CUDA(cudaStreamWaitEvent(streams[0], event, 0));  // waiting works on every device
  CUDA(cudaStreamSynchronize(streams[0]));
  CHECK(cudaSetDevice(3) == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  cudaGetLastError();

  size_t before = 0, after = 0, total = 0;
  CUDA(cudaSetDevice(1));
  CUDA(cudaMemGetInfo(&before, &total));
  CUDA(cudaSetDevice(2));
  CUDA(cudaFree(memory[2]));
  CUDA(cudaSetDevice(1));
  CUDA(cudaMemGetInfo(&after, &total));
  CHECK(before == after);
  CUDA(cudaSetDevice(0));
  CUDA(cudaFree(memory[0]));
  CUDA(cudaFree(memory[1]));
  return coverage::result();
}
