// Feature: NCCL with a rank that never comes: an error that names it, not a hang
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=0.2
#include <nccl.h>

#include <cstring>

#include "../check.h"

int main() {
  ncclUniqueId id;
  CHECK(ncclGetUniqueId(&id) == ncclSuccess);
  ncclComm_t comm = nullptr;
  CHECK(ncclCommInitRank(&comm, 2, id, 0) == ncclSystemError);
  CHECK(std::strstr(ncclGetLastError(comm), "rank 1") != nullptr);
  ncclResult_t state = ncclSuccess;
  CHECK(ncclCommGetAsyncError(comm, &state) == ncclSuccess && state == ncclSystemError);
  coverage::Buffer<float> x(1);
  CHECK(ncclAllReduce(x, x, 1, ncclFloat, ncclSum, comm, 0) == ncclSystemError);
  CHECK(ncclCommAbort(comm) == ncclSuccess);
  return coverage::result();
}
