// Feature: modelled time of NCCL grows with the bytes, and a collective begins when its last rank has come
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=60 GRIDMARK_DEVICES=4
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

static double all_reduce(size_t count, int ranks) {
  std::vector<ncclComm_t> comms(ranks);
  NCCL(ncclCommInitAll(comms.data(), ranks, nullptr));
  std::vector<float*> x(ranks);
  std::vector<cudaStream_t> streams(ranks);
  std::vector<cudaEvent_t> before(ranks), after(ranks);
  for (int r = 0; r < ranks; ++r) {
    CUDA(cudaSetDevice(r));
    CUDA(cudaMalloc(&x[r], count * sizeof(float)));
    CUDA(cudaMemset(x[r], 0, count * sizeof(float)));
    CUDA(cudaStreamCreateWithFlags(&streams[r], cudaStreamNonBlocking));
    CUDA(cudaEventCreate(&before[r]));
    CUDA(cudaEventCreate(&after[r]));
    CUDA(cudaDeviceSynchronize());
  }
  for (int r = 0; r < ranks; ++r) CUDA(cudaSetDevice(r)), CUDA(cudaEventRecord(before[r], streams[r]));
  NCCL(ncclGroupStart());
  for (int r = 0; r < ranks; ++r)
    NCCL(ncclAllReduce(x[r], x[r], count, ncclFloat, ncclSum, comms[r], streams[r]));
  NCCL(ncclGroupEnd());
  float milliseconds = 0;
  for (int r = 0; r < ranks; ++r) {
    CUDA(cudaSetDevice(r));
    CUDA(cudaEventRecord(after[r], streams[r]));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaEventElapsedTime(&milliseconds, before[r], after[r]));
    CUDA(cudaFree(x[r]));
    NCCL(ncclCommDestroy(comms[r]));
  }
  CUDA(cudaSetDevice(0));
  std::printf("%zu floats: %.4f ms\n", count, milliseconds);
  return milliseconds;
}

/// Two processes. Rank 1 is `late` copies of a millisecond late. Returns this rank's time in the collective.
static double as_rank(ncclUniqueId id, int rank, int late) {
  constexpr size_t count = 1 << 18, bytes = 12'000'000;  // 12 GB/s: a millisecond over the bus
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, 2, id, rank));
  float *x, *host;
  cudaStream_t stream;
  CUDA(cudaMalloc(&x, bytes));
  CUDA(cudaMallocHost(&host, bytes));
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t before, after;
  CUDA(cudaEventCreate(&before));
  CUDA(cudaEventCreate(&after));
  for (int i = 0; rank == 1 && i < late; ++i)
    CUDA(cudaMemcpyAsync(x, host, bytes, cudaMemcpyHostToDevice, stream));
  CUDA(cudaEventRecord(before, stream));
  NCCL(ncclAllReduce(x, x, count, ncclFloat, ncclSum, comm, stream));
  CUDA(cudaEventRecord(after, stream));
  CUDA(cudaStreamSynchronize(stream));
  float milliseconds = 0;
  CUDA(cudaEventElapsedTime(&milliseconds, before, after));
  NCCL(ncclCommDestroy(comm));
  CUDA(cudaFree(x));
  std::printf("rank %d, %d copies late: %.4f ms\n", rank, late, milliseconds);
  return milliseconds;
}

/// Runs as rank 0. The other process reports success by its status.
static double with_a_rank_that_is_late(int late) {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  const pid_t child = fork();
  if (child == 0) {
    as_rank(id, 1, late);
    _exit(coverage::failures());
  }
  const double waited = as_rank(id, 0, late);
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return waited;
}

int main() {
  const double in_step = with_a_rank_that_is_late(0), one_late = with_a_rank_that_is_late(1);
  CHECK(std::abs(one_late - in_step - 1.008) < 0.01);  // the copy needs 8 us to begin
  const double few = all_reduce(256, 4), many = all_reduce(1 << 20, 4), most = all_reduce(1 << 22, 4);
  // A ring of 4 sends 6 quarters of the bytes.
  CHECK(many - few > 0.8 * 1.5 * 4 * (1 << 20) / 230e6 && most - few > 3.9 * (many - few));
  return coverage::result();
}
