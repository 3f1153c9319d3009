// Feature: page-locked, mapped and registered host memory; pointer attributes
// Findings: of a 4000-byte allocation that was made at host_memory.cu:17
#include "../check.h"

__global__ void increment(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) ++values[i];
}

__device__ int in_device[4];

int main() {
  const int n = 1000;
  int *pinned = nullptr, *mapped = nullptr, *alias = nullptr, *device = nullptr, *managed = nullptr;
  CUDA(cudaMallocHost((void**)&pinned, n * sizeof(int)));
  CUDA(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocPortable));
  CUDA(cudaMalloc((void**)&device, n * sizeof(int)));
  CUDA(cudaMallocManaged(&managed, n * sizeof(int)));
  for (int i = 0; i < n; ++i) pinned[i] = mapped[i] = managed[i] = i;

  CUDA(cudaHostGetDevicePointer((void**)&alias, mapped, 0));
  increment<<<8, 128>>>(alias, n);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) CHECK(mapped[i] == i + 1);
  increment<<<8, 128>>>(managed, n);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) CHECK(managed[i] == i + 1);

  CUDA(cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
  increment<<<8, 128>>>(device, n);
  CUDA(cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDefault));
  CUDA(cudaStreamSynchronize(0));
  for (int i = 0; i < n; ++i) CHECK(pinned[i] == i + 1);

  unsigned flags = 0;
  CUDA(cudaHostGetFlags(&flags, mapped));
  CHECK((flags & cudaHostAllocMapped) && (flags & cudaHostAllocPortable));
  CHECK(cudaHostGetFlags(&flags, &flags) == cudaErrorInvalidValue);
  CHECK(cudaHostAlloc((void**)&alias, 64, 0x800) == cudaErrorInvalidValue);

  const int* unwritten = nullptr;
  CUDA(cudaMalloc(&unwritten, 64));
  CUDA(cudaMemcpy((void*)unwritten, pinned, 64, cudaMemcpyHostToDevice));
  CUDA(cudaFree((void*)unwritten));

  std::vector<int> plain(n, 7);
  CUDA(cudaHostRegister(plain.data(), n * sizeof(int), cudaHostRegisterMapped));
  CHECK(cudaHostRegister(plain.data(), 64, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CUDA(cudaHostGetDevicePointer(&alias, plain.data(), 0));
  increment<<<8, 128>>>(alias, n);
  CUDA(cudaDeviceSynchronize());
  for (int value : plain) CHECK(value == 8);

  cudaPointerAttributes a{};
  CUDA(cudaPointerGetAttributes(&a, device + 10));
  CHECK(a.type == cudaMemoryTypeDevice && a.device == 0 && a.devicePointer == device + 10);
  CUDA(cudaPointerGetAttributes(&a, pinned));
  CHECK(a.type == cudaMemoryTypeHost && a.hostPointer == pinned && a.devicePointer != nullptr);
  CUDA(cudaPointerGetAttributes(&a, managed));
  CHECK(a.type == cudaMemoryTypeManaged && a.hostPointer == managed);
  CUDA(cudaPointerGetAttributes(&a, plain.data()));
  CHECK(a.type == cudaMemoryTypeHost);
  CUDA(cudaHostUnregister(plain.data()));
  CUDA(cudaPointerGetAttributes(&a, plain.data()));
  CHECK(a.type == cudaMemoryTypeUnregistered);
  void* symbol = nullptr;
  CUDA(cudaGetSymbolAddress(&symbol, in_device));
  CUDA(cudaPointerGetAttributes(&a, symbol));
  CHECK(a.type == cudaMemoryTypeDevice);
  size_t bytes = 0;
  CUDA(cudaGetSymbolSize(&bytes, in_device));
  CHECK(bytes == sizeof in_device);
  int values[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToSymbol(in_device, values, sizeof values, 4) == cudaErrorInvalidValue);
  CUDA(cudaMemcpyToSymbol(in_device, values + 1, 8, 8));
  CUDA(cudaMemcpyFromSymbol(values, in_device, sizeof values));
  CHECK(values[2] == 2 && values[3] == 3);

  CUDA(cudaFreeHost(pinned));
  CUDA(cudaFreeHost(mapped));
  CUDA(cudaFree(device));
  CUDA(cudaFree(managed));
  CHECK(cudaFree(device) == cudaErrorInvalidValue);
  cudaGetLastError();
  return coverage::result();
}
