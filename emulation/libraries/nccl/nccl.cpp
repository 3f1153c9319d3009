// NCCL's interface: groups, communicators and the names of the collectives.
#include "nccl.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "emulation/libraries/nccl/operation.h"
#include "emulation/libraries/nccl/reduction.h"
#include "gridmark/runtime_api.h"

using gridmark::nccl::Kind;
using gridmark::nccl::Mailbox;
using gridmark::nccl::Operation;

namespace {

thread_local int groups = 0;
thread_local std::vector<std::shared_ptr<Operation>> waiting;

ncclResult_t submit(const std::shared_ptr<Operation>& operation) {
  operation->calls = gridmark::emulation::call_stack_here();
  operation->device = operation->comm->device;
  if (operation->terms.kind != Kind::join) cudaGetDevice(&operation->device);
  if (groups == 0) return gridmark::nccl::run({operation});
  waiting.push_back(operation);
  return ncclSuccess;
}

bool is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}

ncclResult_t refuse(const char* message) {
  std::fprintf(stderr, "NCCL: %s\n", message);
  return ncclInvalidUsage;
}

/// False for an operation that does not exist, or not for this type.
bool set_reduction(Operation& operation, ncclRedOp_t op) {
  operation.terms.op = op;
  if (op >= ncclSum && op < ncclNumOps) return true;
  const auto found = operation.comm->operations.find(op);
  if (found == operation.comm->operations.end() || found->second.type != operation.terms.type) return false;
  operation.terms.op = ncclSum;
  operation.pre_multiplied = found->second;
  return true;
}

ncclResult_t submit(ncclComm_t handle, Kind kind, const void* from, void* to, size_t count,
                    ncclDataType_t type, ncclRedOp_t op, int root, cudaStream_t stream) {
  const auto operation = std::make_shared<Operation>();
  operation->comm = gridmark::nccl::find(handle);
  if (!operation->comm || gridmark::nccl::bytes_of(type) == 0) return ncclInvalidArgument;
  if (root < 0 || root >= operation->comm->ranks) return ncclInvalidArgument;
  operation->terms = {kind, count, type, ncclSum, root};
  if (!set_reduction(*operation, op)) return ncclInvalidArgument;
  if (is_capturing(stream))
    return refuse("a collective cannot be captured into a graph here. Call it outside of the capture");
  operation->from = from;
  operation->to = to;
  operation->stream = stream;
  return submit(operation);
}

ncclResult_t join(ncclComm_t* handle, const std::string& hall, int ranks, int rank, int device) {
  const auto comm = std::make_shared<ncclComm>();
  comm->mailbox = std::make_shared<Mailbox>();
  comm->rank = rank;
  comm->ranks = ranks;
  comm->device = device;
  for (int member = 0; member < ranks; ++member) comm->members.push_back(member);
  gridmark::nccl::keep(comm);
  *handle = comm.get();
  const auto operation = std::make_shared<Operation>();
  operation->comm = comm;
  operation->joins = hall;
  return submit(operation);
}

bool is_valid(const ncclConfig_t* config) {
  static constexpr ncclConfig_t initial = NCCL_CONFIG_INITIALIZER;
  if (!config) return true;
  const int blocking = config->blocking;
  return config->size == initial.size && config->magic == initial.magic &&
         (blocking == 0 || blocking == 1 || blocking == NCCL_CONFIG_UNDEF_INT);
}

ncclResult_t refuse_config() {
  refuse("a configuration must begin as NCCL_CONFIG_INITIALIZER, and its `blocking` must be 0 or 1");
  return ncclInvalidArgument;
}

struct Seat {
  int color, key, rank;
};

/// This rank's part of a communicator. `parts` holds each rank's color and key.
gridmark::nccl::SharedComm split(ncclComm& whole, const std::vector<gridmark::nccl::Bytes>& parts) {
  const std::uint64_t splits = ++whole.splits;
  std::vector<Seat> seats;
  for (int rank = 0; rank < whole.ranks; ++rank) {
    Seat seat{0, 0, rank};
    std::memcpy(&seat, parts[static_cast<std::size_t>(rank)].data(), 2 * sizeof(int));
    seats.push_back(seat);
  }
  const int color = seats[static_cast<std::size_t>(whole.rank)].color;
  if (color == NCCL_SPLIT_NOCOLOR) return nullptr;
  std::erase_if(seats, [&](const Seat& seat) { return seat.color != color; });
  std::stable_sort(seats.begin(), seats.end(), [](const Seat& a, const Seat& b) { return a.key < b.key; });
  const auto part = std::make_shared<ncclComm>();
  part->mailbox = whole.mailbox;
  // The same in all its ranks. Each distinguishing value adds one step of a linear congruence.
  constexpr std::uint64_t factor = 6364136223846793005u;
  part->context =
      ((whole.context * factor + splits) * factor + static_cast<std::uint64_t>(color)) * factor + 1;
  part->ranks = static_cast<int>(seats.size());
  part->device = whole.device;
  part->shares_device = whole.shares_device;
  for (const Seat& seat : seats) {
    if (seat.rank == whole.rank) part->rank = static_cast<int>(part->members.size());
    part->members.push_back(whole.members[static_cast<std::size_t>(seat.rank)]);
  }
  return part;
}

template <class T>
ncclResult_t tell(ncclComm_t comm, T* out, T ncclComm::*field) {
  if (!gridmark::nccl::find(comm) || !out) return ncclInvalidArgument;
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
  const std::string hall = Mailbox::create();
  if (hall.empty()) return ncclSystemError;
  std::memset(id->internal, 0, sizeof id->internal);
  std::memcpy(id->internal, hall.data(), hall.size());
  return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  if (!comm || ranks < 1 || ranks > Mailbox::most_ranks || rank < 0 || rank >= ranks)
    return ncclInvalidArgument;
  int device = 0;
  cudaGetDevice(&device);
  return join(comm, std::string(id.internal, strnlen(id.internal, sizeof id.internal)), ranks, rank, device);
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t* config) {
  return is_valid(config) ? ncclCommInitRank(comm, ranks, id, rank) : refuse_config();
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* part, ncclConfig_t* config) {
  const auto operation = std::make_shared<Operation>();
  operation->comm = gridmark::nccl::find(comm);
  if (!operation->comm || !part || (color < 0 && color != NCCL_SPLIT_NOCOLOR)) return ncclInvalidArgument;
  if (!is_valid(config)) return refuse_config();
  *part = nullptr;
  operation->terms = {Kind::split, 2, ncclInt32, ncclSum, 0};
  operation->color_and_key = {color, key};
  operation->from = operation->color_and_key.data();
  operation->use_parts = [whole = operation->comm.get(), part](const auto& parts) {
    const auto made = split(*whole, parts);
    if (made) gridmark::nccl::keep(made);
    *part = made.get();
  };
  return submit(operation);
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

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return gridmark::nccl::find(comm) ? ncclSuccess : ncclInvalidArgument;
}

// Work that is queued in streams keeps the parts of the communicator that it needs.
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  if (!gridmark::nccl::find(comm)) return ncclInvalidArgument;
  gridmark::nccl::forget(comm);
  return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  const auto found = gridmark::nccl::find(comm);
  if (!found || !error) return ncclInvalidArgument;
  *error = found->failed;
  return ncclSuccess;
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

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* op, void* scalar, ncclDataType_t type,
                                      ncclScalarResidence_t residence, ncclComm_t handle) {
  const auto comm = gridmark::nccl::find(handle);
  const std::size_t bytes = gridmark::nccl::bytes_of(type);
  if (!op || !scalar || !comm || bytes == 0) return ncclInvalidArgument;
  gridmark::nccl::PreMulSum made;
  made.type = type;
  if (residence == ncclScalarDevice) {
    made.on_device = scalar;
  } else if (residence == ncclScalarHostImmediate) {
    std::memcpy(made.immediate.data(), scalar, bytes);
  } else {
    return ncclInvalidArgument;
  }
  *op = static_cast<ncclRedOp_t>(comm->next_operation++);
  comm->operations[*op] = made;
  return ncclSuccess;
}
ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t handle) {
  const auto comm = gridmark::nccl::find(handle);
  return comm && comm->operations.erase(op) > 0 ? ncclSuccess : ncclInvalidArgument;
}

ncclResult_t ncclGroupStart(void) {
  ++groups;
  return ncclSuccess;
}
ncclResult_t ncclGroupEnd(void) {
  if (groups == 0) return ncclInvalidUsage;
  if (--groups > 0) return ncclSuccess;
  return gridmark::nccl::run(std::exchange(waiting, {}));
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
