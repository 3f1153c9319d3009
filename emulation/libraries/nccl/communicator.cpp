#include "emulation/libraries/nccl/communicator.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "emulation/libraries/nccl/reduction.h"
#include "emulation/runtime/library_work.h"
#include "gridmark/runtime_api.h"

namespace gridmark::nccl {
namespace {

double patience() {
  const char* setting = std::getenv("GRIDMARK_NCCL_TIMEOUT");
  const double seconds = setting ? std::strtod(setting, nullptr) : 0;
  return seconds > 0 ? seconds : 60;
}

/// While one lives, a device is the current one.
class CurrentDevice {
 public:
  explicit CurrentDevice(int device) {
    cudaGetDevice(&before_);
    if (before_ != device) cudaSetDevice(device);
  }
  ~CurrentDevice() { cudaSetDevice(before_); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int before_ = 0;
};

}  // namespace

const char* name_of(Kind kind) {
  static constexpr const char* names[] = {"ncclCommInitRank", "ncclAllReduce", "ncclReduce",
                                          "ncclBroadcast",    "ncclAllGather", "ncclReduceScatter",
                                          "ncclSend",         "ncclRecv"};
  return names[static_cast<int>(kind)];
}

ncclResult_t Operation::fail(ncclResult_t result, const std::string& message) {
  comm->failed = result;
  comm->last_error = std::string(name_of(terms.kind)) + " on rank " + std::to_string(comm->rank) + " of " +
                     std::to_string(comm->ranks) + ": " + message;
  std::fprintf(stderr, "NCCL: %s\n", comm->last_error.c_str());
  return result;
}

bool Operation::contributes() const {
  if (terms.kind == Kind::join || terms.kind == Kind::receive) return false;
  return terms.kind != Kind::broadcast || comm->rank == terms.root;
}

std::size_t Operation::sent_bytes() const {
  const std::size_t parts = terms.kind == Kind::reduce_scatter ? static_cast<std::size_t>(comm->ranks) : 1;
  return contributes() ? terms.count * parts * bytes_of(terms.type) : 0;
}

ncclResult_t Operation::read_own() {
  const std::size_t bytes = sent_bytes();
  own.resize(sizeof(Header) + bytes);
  const CurrentDevice current(device);
  char* target = own.data() + sizeof(Header);
  emulation::LibraryWork work{name_of(terms.kind),
                              {{from, bytes, false, "sendbuff"}},
                              [source = from, target, bytes] { std::memcpy(target, source, bytes); }};
  work.takes_time = false;
  if (bytes > 0 && emulation::enqueue_library_work(stream, std::move(work)) != cudaSuccess)
    return fail(ncclUnhandledCudaError, "there is no such stream");
  if (terms.kind != Kind::join) begin_ns = std::max(0.0, emulation::run_library_work(stream));
  const Header header{terms, begin_ns};
  std::memcpy(own.data(), &header, sizeof header);
  return ncclSuccess;
}

/// Around a ring, as NCCL does it.
emulation::CollectiveLoad Operation::load() const {
  const double ranks = comm->ranks, part = static_cast<double>(terms.count * bytes_of(terms.type));
  switch (terms.kind) {
    case Kind::all_reduce:
      return {2 * (ranks - 1) / ranks * part, 2 * (ranks - 1), begin_ns};
    case Kind::all_gather:
    case Kind::reduce_scatter:
      return {(ranks - 1) * part, ranks - 1, begin_ns};
    case Kind::reduce:
    case Kind::broadcast:
      return {ranks > 1 ? part : 0, ranks - 1, begin_ns};
    default:
      return {part, 1, begin_ns};
  }
}

/// A rank that takes part, and receives nothing.
ncclResult_t Operation::take_time() {
  if (terms.count == 0 || terms.kind == Kind::join) return ncclSuccess;
  const CurrentDevice current(device);
  emulation::LibraryWork work{name_of(terms.kind), {}, [] {}};
  work.collective = load();
  if (emulation::enqueue_library_work(stream, std::move(work)) == cudaSuccess) return ncclSuccess;
  return fail(ncclUnhandledCudaError, "there is no such stream");
}

ncclResult_t Operation::post() {
  if (comm->failed != ncclSuccess) return comm->failed;
  if (terms.kind == Kind::receive) {
    name = "message." + std::to_string(terms.root) + "." + std::to_string(comm->received[terms.root]++);
    return ncclSuccess;
  }
  if (const ncclResult_t read = read_own(); read != ncclSuccess) return read;
  std::vector<int> readers;
  if (terms.kind == Kind::send) {
    // The number goes by pairs of ranks, and the receiver is in the name that it reads.
    name = "message." + std::to_string(comm->rank) + "." + std::to_string(comm->sent[terms.root]++);
    readers = {terms.root};
  } else {
    name = std::to_string(comm->collectives++);
    for (int rank = 0; rank < comm->ranks; ++rank)
      if (rank != comm->rank) readers.push_back(rank);
  }
  const std::string posted = terms.kind == Kind::send ? name : name + ".from." + std::to_string(comm->rank);
  if (comm->mailbox.post(posted, own, readers)) return ncclSuccess;
  return fail(ncclSystemError, "shared memory is full, or another rank has ended; see df /dev/shm");
}

ncclResult_t Operation::take(int from_rank, Bytes& message) {
  const std::string wanted = terms.kind == Kind::receive ? name : name + ".from." + std::to_string(from_rank);
  if (!comm->mailbox.take(wanted, comm->rank, patience(), message)) {
    char waited[32];
    std::snprintf(waited, sizeof waited, "%g", patience());
    return fail(ncclSystemError,
                std::string("waited ") + waited + " s for rank " + std::to_string(from_rank) +
                    ", which has not come to the same call (GRIDMARK_NCCL_TIMEOUT sets the seconds)");
  }
  Header header;
  if (message.size() < sizeof header) return fail(ncclInternalError, "a message is cut off");
  std::memcpy(&header, message.data(), sizeof header);
  begin_ns = std::max(begin_ns, header.ready_ns);
  const Terms& theirs = header.terms;
  Terms expected = terms;
  if (terms.kind == Kind::receive) expected.kind = Kind::send, expected.root = comm->rank;
  if (theirs == expected) return ncclSuccess;
  return fail(ncclInvalidUsage, "rank " + std::to_string(from_rank) + " called " + name_of(theirs.kind) +
                                    " with " + std::to_string(theirs.count) +
                                    " elements, this rank expects " + name_of(expected.kind) + " with " +
                                    std::to_string(expected.count) + " of the same type, operation and root");
}

Bytes Operation::combine(const std::vector<const char*>& parts) const {
  const std::size_t size = terms.count * bytes_of(terms.type);
  const auto rank = static_cast<std::size_t>(comm->rank), root = static_cast<std::size_t>(terms.root);
  Bytes result(size);
  if (terms.kind == Kind::all_reduce || terms.kind == Kind::reduce) {
    reduce(parts, terms.count, terms.type, terms.op, result.data());
  } else if (terms.kind == Kind::reduce_scatter) {
    std::vector<const char*> slices;
    for (const char* part : parts) slices.push_back(part + rank * size);
    reduce(slices, terms.count, terms.type, terms.op, result.data());
  } else if (terms.kind == Kind::all_gather) {
    result.clear();
    for (const char* part : parts) result.insert(result.end(), part, part + size);
  } else {
    std::copy(parts[root], parts[root] + size, result.begin());
  }
  return result;
}

ncclResult_t Operation::write_result(Bytes result) {
  const CurrentDevice current(device);
  const auto kept = std::make_shared<Bytes>(std::move(result));
  emulation::LibraryWork work{name_of(terms.kind),
                              {{to, kept->size(), true, "recvbuff"}},
                              [kept, target = to] { std::memcpy(target, kept->data(), kept->size()); }};
  work.collective = load();
  if (emulation::enqueue_library_work(stream, std::move(work)) == cudaSuccess) return ncclSuccess;
  return fail(ncclUnhandledCudaError, "there is no such stream");
}

ncclResult_t Operation::finish() {
  if (comm->failed != ncclSuccess) return comm->failed;
  if (terms.kind == Kind::send) return take_time();
  if (terms.kind == Kind::receive) {
    Bytes message;
    if (const ncclResult_t taken = take(terms.root, message); taken != ncclSuccess) return taken;
    return write_result(Bytes(message.begin() + sizeof(Header), message.end()));
  }
  std::vector<Bytes> messages(static_cast<std::size_t>(comm->ranks));
  std::vector<const char*> parts;
  for (int rank = 0; rank < comm->ranks; ++rank) {
    Bytes& message = messages[static_cast<std::size_t>(rank)];
    if (rank == comm->rank) {
      message = std::move(own);
    } else if (const ncclResult_t taken = take(rank, message); taken != ncclSuccess) {
      return taken;
    }
    parts.push_back(message.data() + sizeof(Header));
  }
  const bool receives = terms.kind != Kind::join && (terms.kind != Kind::reduce || comm->rank == terms.root);
  return receives && terms.count > 0 ? write_result(combine(parts)) : take_time();
}

}  // namespace gridmark::nccl
