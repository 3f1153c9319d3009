// Feature: NCCL between ranks that are threads, processes or one thread's groups: collectives, send and receive
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=20
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <functional>
#include <thread>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

constexpr int count = 1000;

float value(int rank, int i) { return float((rank + 1) * (i % 17) + rank); }

__global__ void fill(float* x, int n, int rank) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = float((rank + 1) * (i % 17) + rank);
}

/// Runs all collectives as one of the ranks.
void play(ncclUniqueId id, int rank, int ranks) {
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, ranks, id, rank));
  int told = -1;
  NCCL(ncclCommCount(comm, &told));
  CHECK(told == ranks);
  NCCL(ncclCommUserRank(comm, &told));
  CHECK(told == rank);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  coverage::Buffer<float> x(size_t(count) * ranks), y(size_t(count) * ranks, -1.0f);

  // NCCL waits for the kernel before it in the stream, and the copy after it waits for NCCL.
  fill<<<(count * ranks + 127) / 128, 128, 0, stream>>>(x, count * ranks, rank);
  NCCL(ncclAllReduce(x, y, count, ncclFloat, ncclSum, comm, stream));
  std::vector<float> seen(size_t(count) * ranks);
  const auto fetch = [&](const float* from) {
    CUDA(cudaMemcpyAsync(seen.data(), from, seen.size() * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
  };
  fetch(y);
  for (int i = 0; i < count; ++i) {
    float sum = 0;
    for (int r = 0; r < ranks; ++r) sum += value(r, i);
    CHECK(seen[i] == sum);
  }
  NCCL(ncclAllReduce(x, y, count, ncclFloat, ncclMax, comm, stream));
  fetch(y);
  for (int i = 0; i < count; ++i) CHECK(seen[i] == value(ranks - 1, i));
  NCCL(ncclAllReduce(x, y, count, ncclFloat, ncclAvg, comm, stream));
  fetch(y);
  for (int i = 0; i < count; ++i) {
    float sum = 0;
    for (int r = 0; r < ranks; ++r) sum += value(r, i);
    CHECK(std::abs(seen[i] - sum / ranks) <= 1e-6f * sum);
  }
  NCCL(ncclBroadcast(x, y, count, ncclFloat, 1, comm, stream));
  fetch(y);
  for (int i = 0; i < count; ++i) CHECK(seen[i] == value(1, i));
  NCCL(ncclAllGather(x, y, count, ncclFloat, comm, stream));
  fetch(y);
  for (int r = 0; r < ranks; ++r)
    for (int i = 0; i < count; ++i) CHECK(seen[size_t(r) * count + i] == value(r, i));
  NCCL(ncclReduceScatter(x, y, count, ncclFloat, ncclMin, comm, stream));
  fetch(y);
  for (int i = 0; i < count; ++i) CHECK(seen[i] == value(0, rank * count + i));
  NCCL(ncclReduce(x, y, count, ncclFloat, ncclProd, 0, comm, stream));
  fetch(y);
  for (int i = 0; rank == 0 && i < count; ++i) {
    float product = 1;
    for (int r = 0; r < ranks; ++r) product *= value(r, i);
    CHECK(seen[i] == product);
  }
  // Around the ring: all ranks send and receive at once.
  NCCL(ncclGroupStart());
  NCCL(ncclSend(x, count, ncclFloat, (rank + 1) % ranks, comm, stream));
  NCCL(ncclRecv(y, count, ncclFloat, (rank + ranks - 1) % ranks, comm, stream));
  NCCL(ncclGroupEnd());
  fetch(y);
  for (int i = 0; i < count; ++i) CHECK(seen[i] == value((rank + ranks - 1) % ranks, i));
  CUDA(cudaStreamDestroy(stream));
  NCCL(ncclCommDestroy(comm));
}

template <class T>
void types_in_a_group(ncclDataType_t type, T first, T second, T sum) {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  ncclComm_t comms[2];
  NCCL(ncclGroupStart());
  for (int r = 0; r < 2; ++r) NCCL(ncclCommInitRank(&comms[r], 2, id, r));
  NCCL(ncclGroupEnd());
  coverage::Buffer<T> x(33, first), y(33, second);
  NCCL(ncclGroupStart());
  NCCL(ncclAllReduce(x, x, 33, type, ncclSum, comms[0], 0));
  NCCL(ncclAllReduce(y, y, 33, type, ncclSum, comms[1], 0));
  NCCL(ncclGroupEnd());
  CHECK(x.get() == std::vector<T>(33, sum) && y.get() == std::vector<T>(33, sum));
  for (ncclComm_t comm : comms) NCCL(ncclCommDestroy(comm));
}

int main() {
  // Makes the processes first, before this one has a device.
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  constexpr int ranks = 3;
  std::vector<pid_t> children;
  for (int rank = 0; rank < ranks; ++rank) {
    const pid_t child = fork();
    if (child == 0) {
      play(id, rank, ranks);
      std::fflush(stdout);
      _exit(coverage::failures() == 0 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }

  NCCL(ncclGetUniqueId(&id));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 4; ++rank) threads.emplace_back(play, id, rank, 4);
  for (std::thread& thread : threads) thread.join();

  types_in_a_group<char>(ncclInt8, 3, 4, 7);
  types_in_a_group<unsigned char>(ncclUint8, 200, 100, 44);
  types_in_a_group<int>(ncclInt32, -3, 4, 1);
  types_in_a_group<unsigned long long>(ncclUint64, 1ull << 40, 5, (1ull << 40) + 5);
  types_in_a_group<double>(ncclFloat64, 0.5, 0.25, 0.75);
  types_in_a_group<unsigned short>(ncclFloat16, 0x3c00, 0x4000, 0x4200);   // 1 + 2 = 3
  types_in_a_group<unsigned short>(ncclBfloat16, 0x3f80, 0x4000, 0x4040);  // 1 + 2 = 3
  return coverage::result();
}
