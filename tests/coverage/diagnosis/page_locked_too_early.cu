// Feature: host code that touches page-locked memory before it has waited for the copy or kernel that uses it is reported
// Findings: host code reads page-locked memory at page_locked_too_early.cu:47 while the copy (queued at page_locked_too_early.cu:46), which writes it, may still be running
// Findings: host code writes page-locked memory at page_locked_too_early.cu:53 while the copy (queued at page_locked_too_early.cu:52), which reads it, may still be running
// Findings: host code reads page-locked memory at page_locked_too_early.cu:60 while kernel twice (launched at page_locked_too_early.cu:58), which writes it at page_locked_too_early.cu:14
// Findings: host code reads page-locked memory at page_locked_too_early.cu:67 while the fill (queued at page_locked_too_early.cu:66), which writes it
// Findings: host code reads page-locked memory at page_locked_too_early.cu:76 while kernel raise (launched at page_locked_too_early.cu:75)
#include <cstring>

#include "../check.h"

constexpr int n = 64;

__global__ void twice(int* data) {
  data[threadIdx.x] *= 2;
}
__global__ void raise(int* flag, int* data) {
  *data = 1;
  __threadfence_system();
  *static_cast<volatile int*>(flag) = 1;
}

void right(int* pinned, int* device, cudaStream_t stream) {
  std::vector<int> pageable(n, 3);
  // On return the runtime has copied the pageable memory that it reads, and filled the one that it writes.
  CUDA(cudaMemcpyAsync(device, pageable.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream));
  for (int& value : pageable) value = 0;
  CUDA(cudaMemcpyAsync(pageable.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  for (int value : pageable) CHECK(value == 3);
  // Half of the buffer is being copied, and the host may use the other half.
  CUDA(cudaMemcpyAsync(pinned, device, n / 2 * sizeof(int), cudaMemcpyDeviceToHost, stream));
  for (int i = n / 2; i < n; ++i) pinned[i] = i;
  CUDA(cudaMemcpyAsync(device, pinned + n / 2, 4, cudaMemcpyHostToDevice, stream));
  CHECK(pinned[n / 2] == n / 2);  // both read
  CUDA(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i) CHECK(pinned[i] == (i < n / 2 ? 3 : i));
}

int main() {
  int *pinned, *device;
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  CUDA(cudaMallocHost(&pinned, n * sizeof(int)));
  CUDA(cudaMalloc(&device, n * sizeof(int)));
  CUDA(cudaMemset(device, 0, n * sizeof(int)));
  std::memset(pinned, 1, n * sizeof(int));
  CUDA(cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(pinned[5] == 0x01010101);
  CUDA(cudaStreamSynchronize(stream));
  CHECK(pinned[5] == 0);

  // Fills the buffer again while its copy may still be running.
  CUDA(cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice, stream));
  for (int i = 0; i < n; ++i) pinned[i] = i;
  CUDA(cudaStreamSynchronize(stream));

  int* mapped;
  CUDA(cudaHostGetDevicePointer(&mapped, pinned, 0));
  twice<<<1, n>>>(mapped);
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += pinned[i];
  CHECK(sum == 32 * 63);
  CUDA(cudaDeviceSynchronize());

  std::vector<int> registered(n);
  CUDA(cudaHostRegister(registered.data(), n * sizeof(int), cudaHostRegisterMapped));
  CUDA(cudaMemsetAsync(registered.data(), 1, n * sizeof(int), stream));
  CHECK(registered[1] == 0);
  CUDA(cudaHostUnregister(registered.data()));
  for (int value : registered) CHECK(value == 0x01010101);

  // A volatile flag may be read, because this is a way to wait without a synchronisation. The memory that it
  // guards is read too early here.
  volatile int* flag = pinned;
  *flag = pinned[1] = 0;
  raise<<<1, 1>>>(pinned, pinned + 1);
  CHECK(pinned[1] == 0);
  CHECK(*flag == 0);
  CUDA(cudaDeviceSynchronize());
  CHECK(*flag == 1);

  right(pinned, device, stream);
  CUDA(cudaFreeHost(pinned));
  CUDA(cudaFree(device));
  CUDA(cudaStreamDestroy(stream));
  return coverage::result();
}
