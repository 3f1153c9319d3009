// Feature: NCCL with a rank that joins and never makes the call: an error that names it and the call's place
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=0.3 GRIDMARK_DEVICES=2
// Fails: nccl_missing_call.cu:16: waited 0.3 s for rank 1, which has not come to the same call
#include <nccl.h>

#include "../check.h"

int main() {
  ncclComm_t comms[2];
  CHECK(ncclCommInitAll(comms, 2, nullptr) == ncclSuccess);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  {
    coverage::Buffer<float> x(100);
    CHECK(ncclAllReduce(x, x, 100, ncclFloat, ncclSum, comms[0], stream) == ncclSuccess);
    CUDA(cudaStreamSynchronize(stream));
  }
  return coverage::result();
}
