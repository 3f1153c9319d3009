// Feature: NCCL waits for other ranks in the stream: the call returns, and the host continues
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=20 GRIDMARK_DEVICES=2
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

constexpr int count = 1000;

std::vector<float> received(float* x, cudaStream_t stream) {
  std::vector<float> seen(count);
  CUDA(cudaMemcpyAsync(seen.data(), x, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
  CUDA(cudaStreamSynchronize(stream));
  return seen;
}

/// Rank 1 calls after rank 0's call has returned, and rank 0 does not wait before rank 1 has called.
void one_after_the_other(ncclUniqueId id, int rank, std::atomic<int>* called) {
  CUDA(cudaSetDevice(rank));
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, 2, id, rank));
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  coverage::Buffer<float> x(count, 1.0f + rank);
  while (*called < rank) std::this_thread::yield();
  NCCL(ncclAllReduce(x, x, count, ncclFloat, ncclSum, comm, stream));
  if (rank == 0) CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  ++*called;
  while (*called < 2) std::this_thread::yield();
  CHECK(received(x, stream) == std::vector<float>(count, 3.0f));
  CUDA(cudaStreamDestroy(stream));
  NCCL(ncclCommDestroy(comm));
}

/// Waits only for rank 1's stream. Its peer is a process that reports its call through a pipe.
void processes() {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  int pipe_of[2];
  CHECK(pipe(pipe_of) == 0);
  const pid_t child = fork();
  const int rank = child == 0 ? 1 : 0;
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, 2, id, rank));
  {
    coverage::Buffer<float> x(count, 1.0f + rank);
    cudaStream_t stream;
    CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    char word = 0;
    if (rank == 1) CHECK(read(pipe_of[0], &word, 1) == 1);
    NCCL(ncclAllReduce(x, x, count, ncclFloat, ncclSum, comm, stream));
    if (rank == 0) CHECK(write(pipe_of[1], &word, 1) == 1);
    CHECK(received(x, stream) == std::vector<float>(count, 3.0f));
  }
  NCCL(ncclCommDestroy(comm));
  if (child == 0) _exit(coverage::failures());
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/// In a group the host may wait for either stream first, and destroy communicators before.
void one_thread() {
  ncclComm_t comms[2];
  NCCL(ncclCommInitAll(comms, 2, nullptr));
  float* x[2];
  cudaStream_t streams[2];
  for (int r = 0; r < 2; ++r) {
    CUDA(cudaSetDevice(r));
    CUDA(cudaMalloc(&x[r], count * sizeof(float)));
    const std::vector<float> values(count, 1.0f + r);
    CUDA(cudaMemcpy(x[r], values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    CUDA(cudaStreamCreate(&streams[r]));
  }
  for (int i = 0; i < 50; ++i) {
    NCCL(ncclGroupStart());
    for (int r = 0; r < 2; ++r) NCCL(ncclAllReduce(x[r], x[r], count, ncclFloat, ncclAvg, comms[r], streams[r]));
    NCCL(ncclGroupEnd());
  }
  for (ncclComm_t comm : comms) NCCL(ncclCommDestroy(comm));
  int polls = 0;
  while (cudaStreamQuery(streams[1]) == cudaErrorNotReady) ++polls;
  CHECK(polls < 1000);  // rank 0's stream runs, too, as far as rank 1's needs it
  for (int r = 1; r >= 0; --r) {
    CUDA(cudaSetDevice(r));
    CHECK(received(x[r], streams[r]) == std::vector<float>(count, 1.5f));
    CUDA(cudaFree(x[r]));
  }
  CUDA(cudaSetDevice(0));
}

int main() {
  processes();
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  std::atomic<int> called{0};
  std::thread other(one_after_the_other, id, 1, &called);
  one_after_the_other(id, 0, &called);
  other.join();
  one_thread();
  return coverage::result();
}
