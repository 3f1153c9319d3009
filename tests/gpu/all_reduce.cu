// Compares lab 3's ring with NCCL's all-reduce on the ranks of this program. The sums of integers are exact,
// so both must agree. Alone it is one rank. With several GPUs: `gridmark ranks -n 2 -- ./all_reduce`.
#include <nccl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "labs/lab3-distributed/include/ddp_training.h"

namespace {

using gridmark::comm::Comm;

void require(bool right, const char* call, const char* reason) {
  if (right) return;
  std::fprintf(stderr, "WRONG: %s: %s\n", call, reason);
  std::exit(1);
}
void require(cudaError_t error, const char* call) { require(error == cudaSuccess, call, cudaGetErrorString(error)); }
void require(ncclResult_t result, const char* call) { require(result == ncclSuccess, call, ncclGetErrorString(result)); }

ncclComm_t join(Comm& comm) {
  ncclUniqueId id;
  if (comm.rank() == 0) {
    require(ncclGetUniqueId(&id), "ncclGetUniqueId");
    for (int other = 1; other < comm.world(); ++other) comm.send(other, &id, sizeof id);
  } else {
    comm.recv(0, &id, sizeof id);
  }
  ncclComm_t nccl = nullptr;
  require(ncclCommInitRank(&nccl, comm.world(), id, comm.rank()), "ncclCommInitRank");
  return nccl;
}

/// Whether both sums of `count` floats are correct.
bool agrees(Comm& comm, ncclComm_t nccl, cudaStream_t stream, std::size_t count) {
  std::vector<float> ours(count), theirs(count);
  for (std::size_t i = 0; i < count; ++i) ours[i] = static_cast<float>(i % 1000 + static_cast<std::size_t>(comm.rank()));
  float *ring = nullptr, *reference = nullptr;
  const std::size_t bytes = count * sizeof(float);
  require(cudaMalloc(&ring, bytes), "cudaMalloc");
  require(cudaMalloc(&reference, bytes), "cudaMalloc");
  require(cudaMemcpyAsync(ring, ours.data(), bytes, cudaMemcpyHostToDevice, stream), "cudaMemcpyAsync");
  require(ncclAllReduce(ring, reference, count, ncclFloat, ncclSum, nccl, stream), "ncclAllReduce");
  ring_all_reduce(comm, ring, count, stream);
  require(cudaMemcpyAsync(ours.data(), ring, bytes, cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync");
  require(cudaMemcpyAsync(theirs.data(), reference, bytes, cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync");
  require(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  cudaFree(ring);
  cudaFree(reference);
  const auto world = static_cast<std::size_t>(comm.world());
  for (std::size_t i = 0; i < count; ++i) {
    const auto sum = static_cast<float>(world * (i % 1000) + world * (world - 1) / 2);
    if (ours[i] == sum && theirs[i] == sum) continue;
    std::printf("WRONG: of %zu floats, number %zu is %g in the ring and %g in NCCL's sum, expected %g\n", count, i,
                static_cast<double>(ours[i]), static_cast<double>(theirs[i]), static_cast<double>(sum));
    return false;
  }
  return true;
}

}  // namespace

int main() {
  Comm comm = Comm::from_environment();
  int devices = 0;
  require(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
  require(cudaSetDevice(comm.rank() % devices), "cudaSetDevice");
  cudaStream_t stream = nullptr;
  require(cudaStreamCreate(&stream), "cudaStreamCreate");
  const ncclComm_t nccl = join(comm);
  bool right = true;
  for (const std::size_t count : {1, 10, 1'000'003}) right = agrees(comm, nccl, stream, count) && right;
  require(ncclCommDestroy(nccl), "ncclCommDestroy");
  require(cudaStreamDestroy(stream), "cudaStreamDestroy");
  if (right && comm.rank() == 0) std::printf("ring and NCCL agree, world size %d\n", comm.world());
  return right ? 0 : 1;
}
