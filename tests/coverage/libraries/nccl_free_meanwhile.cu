// Feature: cudaFree waits for the memory's device, but not for a collective of another rank that is held up
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=20 GRIDMARK_DEVICES=3
#include <nccl.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

constexpr int count = 1000;

/// The progress of the two ranks and of the thread that frees.
enum Stage { begun, rank_1_is_held_up, rank_0_is_held_up };
std::atomic<int> stage{begun};

void await(Stage wanted) {
  while (stage < wanted) std::this_thread::yield();
}

float* device_array(float value) {
  const std::vector<float> values(count, value);
  float* x;
  CUDA(cudaMalloc(&x, count * sizeof(float)));
  CUDA(cudaMemcpy(x, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  return x;
}

/// Rank 1's first collective is before rank 0's, and its second is long after.
void rank_1(ncclUniqueId id) {
  CUDA(cudaSetDevice(1));
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, 2, id, 1));
  float* x = device_array(2);
  NCCL(ncclAllReduce(x, x, count, ncclFloat, ncclSum, comm, 0));
  CHECK(cudaStreamQuery(0) == cudaErrorNotReady);
  stage = rank_1_is_held_up;
  CUDA(cudaDeviceSynchronize());
  await(rank_0_is_held_up);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  NCCL(ncclAllReduce(x, x, count, ncclFloat, ncclSum, comm, 0));
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaFree(x));
  NCCL(ncclCommDestroy(comm));
}

/// Frees with a third device as the current one, while rank 0 waits for the memory.
void free_on_another_device(float* x) {
  await(rank_0_is_held_up);
  CUDA(cudaSetDevice(2));
  CUDA(cudaFree(x));
}

int main() {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  std::thread other(rank_1, id);
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, 2, id, 0));
  float *x = device_array(1), *unused = device_array(0), *result;
  CUDA(cudaMallocHost(&result, count * sizeof(float)));

  await(rank_1_is_held_up);
  CUDA(cudaFree(unused));  // rank 1 waits for the call after this one
  NCCL(ncclAllReduce(x, x, count, ncclFloat, ncclSum, comm, 0));
  CUDA(cudaDeviceSynchronize());

  NCCL(ncclAllReduce(x, x, count, ncclFloat, ncclSum, comm, 0));
  CUDA(cudaMemcpyAsync(result, x, count * sizeof(float), cudaMemcpyDeviceToHost, 0));
  std::thread freeing(free_on_another_device, x);
  stage = rank_0_is_held_up;
  freeing.join();
  CUDA(cudaDeviceSynchronize());
  CHECK(result[0] == 6 && result[count - 1] == 6);
  other.join();
  CUDA(cudaFreeHost(result));
  NCCL(ncclCommDestroy(comm));
  return coverage::result();
}
