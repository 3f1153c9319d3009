// Feature: <gridmark/collectives.h>: calls and bytes of each communicator and kind
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=20 GRIDMARK_DEVICES=4
// Nvcc: no, because a real device has no such header
#include <gridmark/collectives.h>
#include <nccl.h>

#include <thread>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

namespace collectives = gridmark::collectives;

constexpr int ranks = 4, count = 100;

void expect(ncclComm_t comm, const std::vector<collectives::Moved>& expected) {
  const std::vector<collectives::Moved> seen = collectives::read(comm);
  CHECK(seen.size() == expected.size());
  for (size_t i = 0; i < std::min(seen.size(), expected.size()); ++i) {
    CHECK(seen[i].kind == expected[i].kind);
    CHECK(seen[i].calls == expected[i].calls);
    CHECK(seen[i].bytes == expected[i].bytes);
    CHECK(seen[i].sent_bytes == expected[i].sent_bytes);
  }
}

/// In a group all of them count at the end of the group.
void pass_around(ncclComm_t comm, int rank, float* x, float* y) {
  NCCL(ncclGroupStart());
  NCCL(ncclSend(x, count, ncclFloat, (rank + 1) % ranks, comm, 0));
  NCCL(ncclRecv(y, count, ncclFloat, (rank + ranks - 1) % ranks, comm, 0));
  expect(comm, {});
  NCCL(ncclGroupEnd());
  expect(comm, {{"ncclRecv", 1, 400, 0}, {"ncclSend", 1, 400, 400}});
}

void use_each_kind(ncclComm_t comm, int rank, float* x, float* y) {
  expect(comm, {});
  pass_around(comm, rank, x, y);
  NCCL(ncclAllReduce(x, y, count, ncclFloat, ncclSum, comm, 0));
  NCCL(ncclAllReduce(x, y, count, ncclFloat16, ncclMax, comm, 0));
  NCCL(ncclAllGather(x, y, count, ncclFloat, comm, 0));
  NCCL(ncclReduceScatter(y, x, count, ncclFloat, ncclSum, comm, 0));
  NCCL(ncclReduce(x, y, count, ncclInt8, ncclSum, 1, comm, 0));
  NCCL(ncclBroadcast(x, y, count / 2, ncclDouble, 2, comm, 0));
  NCCL(ncclBcast(x, 0, ncclDouble, 2, comm, 0));
  CUDA(cudaDeviceSynchronize());
  expect(comm, {{"ncclAllGather", 1, 400, 3 * 400},
                {"ncclAllReduce", 2, 400 + 200, 600 + 300},
                {"ncclBroadcast", 2, 400, 400},
                {"ncclRecv", 1, 400, 0},
                {"ncclReduce", 1, 100, 100},
                {"ncclReduceScatter", 1, 400, 3 * 400},
                {"ncclSend", 1, 400, 400}});
}

/// Pairs count for themselves, and not for the parent communicator.
void split(ncclComm_t comm, int rank, float* x, float* y) {
  ncclComm_t pair = nullptr;
  const std::vector<collectives::Moved> before = collectives::read(comm);
  NCCL(ncclCommSplit(comm, rank / 2, rank, &pair, nullptr));
  expect(pair, {});
  NCCL(ncclAllReduce(x, y, count, ncclFloat, ncclSum, pair, 0));
  expect(pair, {{"ncclAllReduce", 1, 400, 400}});
  expect(comm, before);
  NCCL(ncclCommDestroy(pair));
  expect(pair, {});
}

void play(ncclUniqueId id, int rank) {
  CUDA(cudaSetDevice(rank));
  ncclComm_t comm = nullptr;
  NCCL(ncclCommInitRank(&comm, ranks, id, rank));
  coverage::Buffer<float> x(ranks * count, 1), y(ranks * count, 1);
  use_each_kind(comm, rank, x, y);
  split(comm, rank, x, y);
  CHECK(ncclAllReduce(x, y, count, ncclNumTypes, ncclSum, comm, 0) == ncclInvalidArgument);
  CHECK(collectives::read(comm)[1].calls == 2);  // a refused call does not count
  NCCL(ncclCommDestroy(comm));
}

int main() {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) threads.emplace_back(play, id, rank);
  for (std::thread& thread : threads) thread.join();
  return coverage::result();
}
