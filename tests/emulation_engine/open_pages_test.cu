// Device memory that opens at the first access: other uses of SIGSEGV in a program, and the number of arrays
// that a kernel may access. With protection keys the same holds for other reasons.
#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <vector>

namespace {

__global__ void add_one(int* number) { ++*number; }

__global__ void write_all(int** arrays, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) *arrays[i] = i;
}

__global__ void keep_in_heap(int** kept, int value) {
  if (!*kept) *kept = static_cast<int*>(malloc(sizeof(int)));
  **kept = value;
}
__global__ void take_from_heap(int** kept, int* result) { *result = **kept; }

/// The value of an int that a kernel has incremented twice.
int incremented() {
  int *number = nullptr, result = 0;
  cudaMalloc(&number, sizeof(int));
  cudaMemset(number, 0, sizeof(int));
  add_one<<<1, 1>>>(number);
  add_one<<<1, 1>>>(number);
  cudaMemcpy(&result, number, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(number);
  return result;
}

TEST(OpenPages, AProgramMayHaveItsOwnHandler) {
  struct sigaction own {}, before {};
  own.sa_handler = [](int) { _exit(3); };
  sigaction(SIGSEGV, &own, &before);
  EXPECT_EQ(incremented(), 2);
  sigaction(SIGSEGV, &before, nullptr);
  EXPECT_EQ(incremented(), 2);
}

TEST(OpenPages, AProgramMayBlockTheSignal) {
  sigset_t fault, before;
  sigemptyset(&fault);
  sigaddset(&fault, SIGSEGV);
  pthread_sigmask(SIG_BLOCK, &fault, &before);
  EXPECT_EQ(incremented(), 2);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(OpenPages, AKernelMayTouchManyArrays) {
  constexpr int count = 1000;
  std::vector<int*> arrays(count);
  for (int*& array : arrays) cudaMalloc(&array, sizeof(int));
  int** list = nullptr;
  cudaMalloc(&list, count * sizeof(int*));
  cudaMemcpy(list, arrays.data(), count * sizeof(int*), cudaMemcpyHostToDevice);
  write_all<<<1, 32>>>(list, count);
  for (int i = 0; i < count; ++i) {
    int value = -1;
    cudaMemcpy(&value, arrays[i], sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT_EQ(value, i);
    cudaFree(arrays[i]);
  }
  cudaFree(list);
}

TEST(OpenPages, TheHeapStaysBetweenKernels) {
  int **kept = nullptr, *taken = nullptr, result = 0;
  cudaMalloc(&kept, sizeof(int*));
  cudaMemset(kept, 0, sizeof(int*));
  cudaMalloc(&taken, sizeof(int));
  keep_in_heap<<<1, 1>>>(kept, 7);
  take_from_heap<<<1, 1>>>(kept, taken);
  cudaMemcpy(&result, taken, sizeof(int), cudaMemcpyDeviceToHost);
  EXPECT_EQ(result, 7);
  cudaFree(kept);
  cudaFree(taken);
}

__global__ void write_all_and_allocate(int** arrays, int count, int* result) {
  for (int i = 0; i < count; ++i) *arrays[i] = i;
  volatile int* block = static_cast<int*>(malloc(sizeof(int)));  // volatile: a compiler may leave out both calls
  *block = 8;
  *result = *block;
  free(const_cast<int*>(block));
}

/// The value that a kernel reads in its heap after it has accessed `count` arrays.
int heap_beside_arrays(int count) {
  int** arrays = nullptr;
  int *result = nullptr, found = 0;
  cudaMallocManaged(&arrays, count * sizeof(int*));
  for (int i = 0; i < count; ++i) cudaMalloc(&arrays[i], sizeof(int));
  cudaMalloc(&result, sizeof(int));
  write_all_and_allocate<<<1, 1>>>(arrays, count, result);
  cudaMemcpy(&found, result, sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) cudaFree(arrays[i]);
  cudaFree(arrays);
  cudaFree(result);
  return found;
}

// Near the number at which everything is opened, the heap's own first access opens it.
TEST(OpenPages, TheHeapIsThereBesideManyArrays) {
  for (int count = 250; count <= 260; ++count) EXPECT_EQ(heap_beside_arrays(count), 8) << count;
}

__global__ void write_behind(int* array, int at) { array[at] = 1; }

// The kernel opened the array, and its end closed it again.
TEST(OpenPagesDeathTest, HostCodeIsKeptOutAfterAKernelToo) {
  int* array = nullptr;
  cudaMalloc(&array, 64 * sizeof(int));
  write_behind<<<1, 1>>>(array, 3);
  cudaDeviceSynchronize();
  EXPECT_DEATH(*static_cast<volatile int*>(array) = 1, "host code");
  cudaFree(array);
}

}  // namespace
