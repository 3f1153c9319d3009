// Feature: NCCL: communicators that are split or have a configuration, and sums with a scalar for each rank
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=20 GRIDMARK_DEVICES=4
#include <nccl.h>

#include <thread>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

constexpr int ranks = 4, count = 100;

/// Even and odd ranks, each in reverse order by their keys. Rank 3 stays out.
void split(ncclComm_t comm, int rank) {
  ncclComm_t part = nullptr, again = nullptr;
  const int color = rank == 3 ? NCCL_SPLIT_NOCOLOR : rank % 2;
  NCCL(ncclCommSplit(comm, color, -rank, &part, nullptr));
  CHECK((part == nullptr) == (rank == 3));
  // The parent communicator still works, and its calls are not confused with the part's.
  coverage::Buffer<int> x(count, 1 << rank), y(count, 0);
  NCCL(ncclAllReduce(x, y, count, ncclInt32, ncclSum, comm, 0));
  CHECK(y.get() == std::vector<int>(count, 15));
  NCCL(ncclCommSplit(comm, 7, 0, &again, nullptr));
  if (part) {
    int size = 0, place = -1;
    NCCL(ncclCommCount(part, &size));
    NCCL(ncclCommUserRank(part, &place));
    CHECK(size == (rank == 1 ? 1 : 2) && place == (rank == 2 || rank == 1 ? 0 : 1));
    NCCL(ncclAllReduce(x, y, count, ncclInt32, ncclSum, part, 0));
    CHECK(y.get() == std::vector<int>(count, rank == 1 ? 2 : 5));
    NCCL(ncclBroadcast(x, y, count, ncclInt32, 0, part, 0));
    CHECK(y.get() == std::vector<int>(count, rank == 1 ? 2 : 4));
    NCCL(ncclCommDestroy(part));
  }
  NCCL(ncclCommDestroy(comm));
  // It outlives its parent.
  NCCL(ncclAllReduce(x, y, count, ncclInt32, ncclMax, again, 0));
  CHECK(y.get() == std::vector<int>(count, 8));
  NCCL(ncclCommDestroy(again));
}

template <class T>
void sum_with_scalars(ncclComm_t comm, ncclDataType_t type, T one, T two, T eight, T sixteen) {
  ncclRedOp_t on_host, on_device;
  coverage::Buffer<T> scalar(1, one), x(count * ranks, two), y(count * ranks, T());
  T copy = two;
  NCCL(ncclRedOpCreatePreMulSum(&on_host, &copy, type, ncclScalarHostImmediate, comm));
  NCCL(ncclRedOpCreatePreMulSum(&on_device, scalar, type, ncclScalarDevice, comm));
  copy = T();  // the call took its value
  NCCL(ncclReduceScatter(x, y, count, type, on_device, comm, 0));
  CUDA(cudaMemcpyAsync(scalar, x, sizeof(T), cudaMemcpyDeviceToDevice, 0));  // read when the call runs
  CHECK(y.get()[0] == eight);
  NCCL(ncclAllReduce(x, y, count, type, on_device, comm, 0));
  CHECK(y.get()[count - 1] == sixteen);
  NCCL(ncclReduce(x, y, count, type, on_host, 0, comm, 0));
  int rank = -1;
  NCCL(ncclCommUserRank(comm, &rank));
  if (rank == 0) CHECK(y.get()[count - 1] == sixteen);
  CHECK(ncclAllReduce(x, y, count, type == ncclInt8 ? ncclUint8 : ncclInt8, on_host, comm, 0) ==
        ncclInvalidArgument);
  NCCL(ncclRedOpDestroy(on_host, comm));
  NCCL(ncclRedOpDestroy(on_device, comm));
  CHECK(ncclRedOpDestroy(on_device, comm) == ncclInvalidArgument);
  CHECK(ncclAllReduce(x, y, count, type, on_device, comm, 0) == ncclInvalidArgument);
}

/// Each rank's scalar counts for its own elements.
void different_scalars(ncclComm_t comm, int rank) {
  ncclRedOp_t op;
  float scalar = float(rank + 1);
  NCCL(ncclRedOpCreatePreMulSum(&op, &scalar, ncclFloat, ncclScalarHostImmediate, comm));
  coverage::Buffer<float> x(count, 0.5f);
  NCCL(ncclAllReduce(x, x, count, ncclFloat, op, comm, 0));
  CHECK(x.get() == std::vector<float>(count, 5.0f));
  NCCL(ncclRedOpDestroy(op, comm));
}

void play(ncclUniqueId id, int rank) {
  CUDA(cudaSetDevice(rank));
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER, wrong = NCCL_CONFIG_INITIALIZER;
  wrong.blocking = 2;
  ncclComm_t comm = nullptr;
  CHECK(ncclCommInitRankConfig(&comm, ranks, id, rank, &wrong) == ncclInvalidArgument);
  config.blocking = rank % 2;
  const ncclResult_t begun = ncclCommInitRankConfig(&comm, ranks, id, rank, &config);
  CHECK(begun == ncclSuccess || (begun == ncclInProgress && config.blocking == 0));
  ncclResult_t state = ncclInProgress;
  while (state == ncclInProgress) NCCL(ncclCommGetAsyncError(comm, &state));
  CHECK(state == ncclSuccess);
  // Four ranks: 4 * (1 * 2) and 4 * (2 * 2), also in half precision.
  sum_with_scalars<float>(comm, ncclFloat, 1, 2, 8, 16);
  sum_with_scalars<double>(comm, ncclDouble, 1, 2, 8, 16);
  sum_with_scalars<signed char>(comm, ncclInt8, 1, 2, 8, 16);
  sum_with_scalars<unsigned char>(comm, ncclUint8, 1, 2, 8, 16);
  sum_with_scalars<int>(comm, ncclInt32, -1, 2, -8, 16);
  sum_with_scalars<unsigned>(comm, ncclUint32, 1, 2, 8, 16);
  sum_with_scalars<long long>(comm, ncclInt64, -1, 2, -8, 16);
  sum_with_scalars<unsigned long long>(comm, ncclUint64, 1, 2, 8, 16);
  sum_with_scalars<unsigned short>(comm, ncclFloat16, 0x3c00, 0x4000, 0x4800, 0x4c00);
  sum_with_scalars<unsigned short>(comm, ncclBfloat16, 0x3f80, 0x4000, 0x4100, 0x4180);
  different_scalars(comm, rank);
  split(comm, rank);
}

int main() {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) threads.emplace_back(play, id, rank);
  for (std::thread& thread : threads) thread.join();
  return coverage::result();
}
