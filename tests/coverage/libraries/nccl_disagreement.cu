// Feature: NCCL ranks that disagree about the size get an error with the place of the call
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=20 GRIDMARK_DEVICES=2
// Fails: elements, this rank expects ncclAllReduce with
#include <nccl.h>

#include <thread>

#include "../check.h"

static void play(ncclUniqueId id, int rank) {
  CUDA(cudaSetDevice(rank));
  ncclComm_t comm;
  CHECK(ncclCommInitRank(&comm, 2, id, rank) == ncclSuccess);
  coverage::Buffer<float> x(200);
  CHECK(ncclAllReduce(x, x, rank == 0 ? 100 : 200, ncclFloat, ncclSum, comm, 0) == ncclSuccess);
  CUDA(cudaDeviceSynchronize());
}

int main() {
  ncclUniqueId id;
  CHECK(ncclGetUniqueId(&id) == ncclSuccess);
  std::thread other(play, id, 1);
  play(id, 0);
  other.join();
  return coverage::result();
}
