// NCCL's interface: groups, communicators and the names of the collectives.
#include "nccl.h"

#include <cstring>
#include <string>
#include <vector>

#include "emulation/libraries/nccl/communicator.h"
#include "emulation/libraries/nccl/reduction.h"
#include "gridmark/runtime_api.h"

using gridmark::nccl::Kind;
using gridmark::nccl::Mailbox;
using gridmark::nccl::Operation;

namespace {

thread_local int groups = 0;
thread_local std::vector<Operation> waiting;

/// First everybody's parts are sent, then the others' are waited for: one thread may play several ranks.
ncclResult_t run(std::vector<Operation> operations) {
  ncclResult_t result = ncclSuccess;
  const auto keep = [&](ncclResult_t one) {
    if (result == ncclSuccess) result = one;
  };
  for (Operation& operation : operations) keep(operation.post());
  for (Operation& operation : operations) keep(operation.finish());
  return result;
}

ncclResult_t submit(Operation operation) {
  if (!operation.comm) return ncclInvalidArgument;
  cudaGetDevice(&operation.device);
  if (operation.terms.kind == Kind::join) operation.device = operation.comm->device;
  if (groups > 0) {
    waiting.push_back(std::move(operation));
    return ncclSuccess;
  }
  std::vector<Operation> alone;
  alone.push_back(std::move(operation));
  return run(std::move(alone));
}

ncclResult_t submit(ncclComm_t comm, Kind kind, const void* from, void* to, size_t count, ncclDataType_t type,
                    ncclRedOp_t op, int root, cudaStream_t stream) {
  if (!comm || gridmark::nccl::bytes_of(type) == 0 || op < ncclSum || op >= ncclNumOps)
    return ncclInvalidArgument;
  if (root < 0 || root >= comm->ranks) return ncclInvalidArgument;
  Operation operation;
  operation.comm = comm;
  operation.terms = {kind, count, type, op, root};
  operation.from = from;
  operation.to = to;
  operation.stream = stream;
  return submit(std::move(operation));
}

ncclResult_t join(ncclComm_t* comm, const std::string& folder, int ranks, int rank, int device) {
  *comm = new ncclComm(folder, rank, ranks, device);
  Operation operation;
  operation.comm = *comm;
  return submit(std::move(operation));
}

template <class T>
ncclResult_t tell(ncclComm_t comm, T* out, T ncclComm::*field) {
  if (!comm || !out) return ncclInvalidArgument;
  *out = comm->*field;
  return ncclSuccess;
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  if (!version) return ncclInvalidArgument;
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result) {
  static constexpr const char* messages[ncclNumResults] = {
      "no error",
      "unhandled cuda error (run with NCCL_DEBUG=INFO for details)",
      "unhandled system error (run with NCCL_DEBUG=INFO for details)",
      "internal error - please report this issue to the NCCL developers",
      "invalid argument (run with NCCL_DEBUG=WARN for details)",
      "invalid usage (run with NCCL_DEBUG=WARN for details)",
      "remote process exited or there was a network error",
      "NCCL operation in progress"};
  return static_cast<unsigned>(result) < ncclNumResults ? messages[result] : "unknown result code";
}
const char* ncclGetLastError(ncclComm_t comm) { return comm ? comm->last_error.c_str() : ""; }

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  if (!id) return ncclInvalidArgument;
  const std::string folder = Mailbox::create();
  if (folder.empty()) return ncclSystemError;
  std::memset(id->internal, 0, sizeof id->internal);
  std::memcpy(id->internal, folder.data(), folder.size());
  return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  if (!comm || ranks < 1 || rank < 0 || rank >= ranks) return ncclInvalidArgument;
  int device = 0;
  cudaGetDevice(&device);
  return join(comm, std::string(id.internal, strnlen(id.internal, sizeof id.internal)), ranks, rank, device);
}

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  int present = 0;
  cudaGetDeviceCount(&present);
  if (!comms || count < 1 || count > present) return ncclInvalidArgument;
  ncclUniqueId id;
  if (const ncclResult_t made = ncclGetUniqueId(&id); made != ncclSuccess) return made;
  ncclGroupStart();
  for (int rank = 0; rank < count; ++rank)
    join(&comms[rank], id.internal, count, rank, devices ? devices[rank] : rank);
  return ncclGroupEnd();
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) { return comm ? ncclSuccess : ncclInvalidArgument; }

// The last rank removes the mailbox: each says that it leaves, and the last one finds that all others have.
// What is queued in streams holds its data itself.
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  if (!comm) return ncclInvalidArgument;
  std::vector<int> seat{0};
  int left = 0;
  while (!comm->mailbox.post("left." + std::to_string(left), {}, seat) && left < comm->ranks) ++left;
  if (left + 1 >= comm->ranks || comm->failed != ncclSuccess) comm->mailbox.remove();
  delete comm;
  return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  return tell(comm, error, &ncclComm::failed);
}
ncclResult_t ncclCommCount(ncclComm_t comm, int* count) { return tell(comm, count, &ncclComm::ranks); }
ncclResult_t ncclCommCuDevice(ncclComm_t comm, int* device) { return tell(comm, device, &ncclComm::device); }
ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank) { return tell(comm, rank, &ncclComm::rank); }
ncclResult_t ncclMemAlloc(void** pointer, size_t bytes) {
  return cudaMalloc(pointer, bytes) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
ncclResult_t ncclMemFree(void* pointer) {
  return cudaFree(pointer) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclGroupStart(void) {
  ++groups;
  return ncclSuccess;
}
ncclResult_t ncclGroupEnd(void) {
  if (groups == 0) return ncclInvalidUsage;
  if (--groups > 0) return ncclSuccess;
  std::vector<Operation> all;
  all.swap(waiting);
  return run(std::move(all));
}

ncclResult_t ncclAllReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream) {
  return submit(comm, Kind::all_reduce, from, to, count, type, op, 0, stream);
}
ncclResult_t ncclReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t comm, cudaStream_t stream) {
  return submit(comm, Kind::reduce, from, to, count, type, op, root, stream);
}
ncclResult_t ncclBroadcast(const void* from, void* to, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
  return submit(comm, Kind::broadcast, from, to, count, type, ncclSum, root, stream);
}
ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
  return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}
ncclResult_t ncclAllGather(const void* from, void* to, size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
  return submit(comm, Kind::all_gather, from, to, count, type, ncclSum, 0, stream);
}
ncclResult_t ncclReduceScatter(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op,
                               ncclComm_t comm, cudaStream_t stream) {
  return submit(comm, Kind::reduce_scatter, from, to, count, type, op, 0, stream);
}
ncclResult_t ncclSend(const void* from, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return submit(comm, Kind::send, from, nullptr, count, type, ncclSum, peer, stream);
}
ncclResult_t ncclRecv(void* to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return submit(comm, Kind::receive, nullptr, to, count, type, ncclSum, peer, stream);
}

}  // extern "C"
