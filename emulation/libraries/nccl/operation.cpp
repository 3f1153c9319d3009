#include "emulation/libraries/nccl/operation.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "emulation/engine/fault.h"
#include "emulation/engine/source_place.h"
#include "emulation/libraries/nccl/reduction.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::nccl {
namespace {

double patience() {
  const char* setting = std::getenv("GRIDMARK_NCCL_TIMEOUT");
  const double seconds = setting ? std::strtod(setting, nullptr) : 0;
  return seconds > 0 ? seconds : 60;
}

/// While an object lives, a device is the current one.
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

constexpr const char* no_stream = "there is no such stream";

}  // namespace

std::string Operation::waited_for(int rank) const {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", patience());
  return std::string("waited ") + seconds + " s for rank " + std::to_string(rank) +
         ", which has not come to the same call (GRIDMARK_NCCL_TIMEOUT sets the seconds)";
}

ncclResult_t Operation::fail(ncclResult_t result, const std::string& message) {
  comm->last_error = std::string(name_of(terms.kind)) + " on rank " + std::to_string(comm->rank) + " of " +
                     std::to_string(comm->ranks) + ", called at " +
                     emulation::text_of(emulation::source_place(calls)) + ": " + message;
  std::fprintf(stderr, "NCCL: %s\n", comm->last_error.c_str());
  comm->failed = result;
  return result;
}

bool Operation::contributes() const {
  if (terms.kind == Kind::join || terms.kind == Kind::receive) return false;
  return terms.kind != Kind::broadcast || comm->rank == terms.root;
}

bool Operation::receives() const {
  return terms.count > 0 && terms.kind != Kind::send &&
         (terms.kind != Kind::reduce || comm->rank == terms.root);
}

std::size_t Operation::sent_bytes() const {
  const std::size_t parts = terms.kind == Kind::reduce_scatter ? static_cast<std::size_t>(comm->ranks) : 1;
  return contributes() ? terms.count * parts * bytes_of(terms.type) : 0;
}

/// Messages are numbered in the order of the calls: collectives for all ranks, messages between two by their
/// pair.
void Operation::number() {
  name_.context = comm->context;
  if (terms.kind == Kind::send || terms.kind == Kind::receive) {
    const bool sends = terms.kind == Kind::send;
    name_.number = (sends ? comm->sent : comm->received)[terms.root]++;
    name_.reader = 1 + static_cast<std::uint64_t>(sends ? terms.root : comm->rank);
  } else {
    name_.number = comm->collectives++;
  }
  parts_.resize(static_cast<std::size_t>(comm->ranks));
}

void Operation::read_part() {
  const std::size_t bytes = sent_bytes();
  own_.resize(sizeof(Header) + bytes);
  char* data = own_.data() + sizeof(Header);
  if (bytes > 0) std::memcpy(data, from, bytes);
  if (pre_multiplied)
    multiply(data, bytes / bytes_of(terms.type), terms.type,
             pre_multiplied->on_device ? pre_multiplied->on_device : pre_multiplied->immediate.data());
  const Header header{terms, begin_ns_};
  std::memcpy(own_.data(), &header, sizeof header);
  is_read_ = true;
  post();
}

bool Operation::post() {
  if (!is_read_ || is_posted_ || comm->failed != ncclSuccess) return true;
  if (terms.kind != Kind::receive) {
    const int readers = terms.kind == Kind::send ? 1 : comm->ranks - 1;
    if (!comm->mailbox->post(name_, own_, static_cast<unsigned>(readers))) {
      if (comm->mailbox->is_broken())
        fail(ncclSystemError, "shared memory is full. Free some, and check with free -m");
      return false;
    }
  }
  is_posted_ = true;
  if (terms.kind != Kind::send && terms.kind != Kind::receive)
    parts_[static_cast<std::size_t>(comm->rank)] = std::move(own_);
  std::erase_if(comm->unposted, [this](const auto& other) { return other.lock().get() == this; });
  return true;
}

void Operation::advance() const {
  if (advance_) advance_();
}

ncclResult_t Operation::queue_part() {
  const CurrentDevice current(device);
  const auto self = shared_from_this();
  comm->unposted.push_back(self);
  std::vector<emulation::Operand> operands{{from, sent_bytes(), false, "sendbuff"}};
  if (pre_multiplied && pre_multiplied->on_device)
    operands.push_back({pre_multiplied->on_device, bytes_of(terms.type), false, "scalar"});
  emulation::LibraryWork work{name_of(terms.kind), operands, [self] { self->read_part(); }};
  work.takes_time = false;
  work.begins = [self](double now) { self->begin_ns_ = std::max(self->begin_ns_, now); };
  if (emulation::enqueue_library_work(stream, std::move(work), &advance_) == cudaSuccess) return ncclSuccess;
  return fail(ncclUnhandledCudaError, no_stream);
}

/// Runs a rank of this process, which may be in a stream that no call has waited for.
void Operation::help(int from_rank) const {
  const SharedComm peer = find_here(comm->context, from_rank);
  if (!peer) return;
  const auto unposted = peer->unposted;
  for (const auto& weak : unposted) {
    const auto other = weak.lock();
    if (!other) continue;
    other->advance();
    if (!other->post()) return;
  }
}

bool Operation::take(int from_rank) {
  Bytes& part = parts_[static_cast<std::size_t>(from_rank)];
  if (!part.empty()) return true;
  const int member = comm->members[static_cast<std::size_t>(from_rank)];
  if (!comm->mailbox->take(member, name_, part)) {
    help(from_rank);
    if (!comm->mailbox->take(member, name_, part)) return false;
  }
  check_header(from_rank);
  return true;
}

void Operation::check_header(int from_rank) {
  Header header;
  std::memcpy(&header, parts_[static_cast<std::size_t>(from_rank)].data(), sizeof header);
  begin_ns_ = std::max(begin_ns_, header.ready_ns);
  const Terms& theirs = header.terms;
  Terms expected = terms;
  if (terms.kind == Kind::receive) expected.kind = Kind::send, expected.root = comm->rank;
  if (theirs == expected) return;
  fail_in_stream(ncclInvalidUsage,
                 "rank " + std::to_string(from_rank) + " called " + name_of(theirs.kind) + " with " +
                     std::to_string(theirs.count) + " elements, this rank expects " + name_of(expected.kind) +
                     " with " + std::to_string(expected.count) + " of the same type, operation and root");
}

/// Like a kernel's fault: the program ends, or later calls of the runtime return an error.
void Operation::fail_in_stream(ncclResult_t result, const std::string& message) {
  fail(result, message);
  if (!uses_stream()) return;
  const emulation::SourcePlace place = emulation::source_place(calls);
  if (!emulation::kernel_faults_are_kept())
    emulation::end_with_fault(comm->last_error.c_str(), place.file.c_str(), place.line);
  emulation::keep_kernel_fault(emulation::error_launch_failure);
}

/// True if it has waited as long as it may since the first call.
bool Operation::is_too_late() {
  const auto now = std::chrono::steady_clock::now();
  if (!waits_since_) waits_since_ = now;
  return now - *waits_since_ > std::chrono::duration<double>(patience());
}

/// For a rank whose part has not come: true if it never will.
bool Operation::has_left(int rank) {
  return rank != comm->rank && comm->mailbox->has_left(comm->members[static_cast<std::size_t>(rank)]) &&
         !take(rank) && comm->failed == ncclSuccess;
}

/// True also if this rank has failed, so that its stream goes on.
bool Operation::has_all_parts() {
  if (comm->failed != ncclSuccess) return true;
  int missing = post() ? -1 : comm->rank;
  for (int rank = 0; rank < comm->ranks && comm->failed == ncclSuccess; ++rank) {
    const bool is_sender = terms.kind == Kind::receive ? rank == terms.root : rank != comm->rank;
    if (terms.kind != Kind::send && is_sender && !take(rank) && missing < 0) missing = rank;
  }
  if (missing >= 0 && has_left(missing))
    fail_in_stream(ncclRemoteError, "rank " + std::to_string(missing) +
                                        " has ended, or destroyed its communicator, without this call");
  else if (missing >= 0 && is_too_late())
    fail_in_stream(ncclSystemError, waited_for(missing));
  return missing < 0 || comm->failed != ncclSuccess;
}

/// The load around a ring, as in NCCL.
emulation::CollectiveLoad Operation::load() const {
  const double ranks = comm->ranks, part = static_cast<double>(terms.count * bytes_of(terms.type));
  switch (terms.kind) {
    case Kind::all_reduce:
      return {2 * (ranks - 1) / ranks * part, 2 * (ranks - 1), begin_ns_};
    case Kind::all_gather:
    case Kind::reduce_scatter:
      return {(ranks - 1) * part, ranks - 1, begin_ns_};
    case Kind::reduce:
    case Kind::broadcast:
      return {ranks > 1 ? part : 0, ranks - 1, begin_ns_};
    default:
      return {part, 1, begin_ns_};
  }
}

void Operation::write_result() {
  if (comm->failed != ncclSuccess || !receives()) return;
  const std::size_t size = terms.count * bytes_of(terms.type);
  const std::size_t skipped =
      terms.kind == Kind::reduce_scatter ? static_cast<std::size_t>(comm->rank) * size : 0;
  std::vector<const char*> data;
  for (const Bytes& part : parts_)
    data.push_back(part.empty() ? nullptr : part.data() + sizeof(Header) + skipped);
  char* result = static_cast<char*>(to);
  if (terms.kind == Kind::broadcast || terms.kind == Kind::receive) {
    std::memcpy(result, data[static_cast<std::size_t>(terms.root)], size);
  } else if (terms.kind == Kind::all_gather) {
    for (std::size_t rank = 0; rank < data.size(); ++rank)
      std::memcpy(result + rank * size, data[rank], size);
  } else {
    reduce(data, terms.count, terms.type, terms.op, result);
  }
}

ncclResult_t Operation::queue_result() {
  const CurrentDevice current(device);
  const auto self = shared_from_this();
  const std::size_t parts = terms.kind == Kind::all_gather ? static_cast<std::size_t>(comm->ranks) : 1;
  const std::size_t bytes = receives() ? terms.count * parts * bytes_of(terms.type) : 0;
  emulation::LibraryWork work{name_of(terms.kind), {{to, bytes, true, "recvbuff"}}, [self] {
                                self->write_result();
                                self->parts_.clear();
                              }};
  work.is_ready = [self] { return self->has_all_parts(); };
  work.late_collective = [self] { return self->load(); };
  if (emulation::enqueue_library_work(stream, std::move(work)) != cudaSuccess)
    return fail(ncclUnhandledCudaError, no_stream);
  count();
  return ncclSuccess;
}

void Operation::count() const {
  Moved& moved = comm->moved[static_cast<std::size_t>(terms.kind)];
  ++moved.calls;
  moved.bytes += terms.count * bytes_of(terms.type);
  if (terms.kind != Kind::receive) moved.sent_bytes += static_cast<std::uint64_t>(load().bytes);
}

ncclResult_t Operation::sit_down() {
  using Seat = Mailbox::Seat;
  switch (comm->mailbox->sit_down(joins, comm->rank, comm->ranks, comm->device)) {
    case Seat::occupied:
      return fail(ncclInvalidUsage, "another rank has joined with this number. Give each rank its own");
    case Seat::no_hall:
      return fail(ncclSystemError,
                  "the id leads nowhere: take it from ncclGetUniqueId of a process that still runs, and use "
                  "it for one communicator");
    case Seat::no_memory:
      return fail(ncclSystemError, "there is no memory for messages, or too many files are open (ulimit -n)");
    case Seat::taken:
      break;
  }
  comm->context = comm->mailbox->context();
  return ncclSuccess;
}

ncclResult_t Operation::meet_all() {
  for (int rank = 0; rank < comm->ranks; ++rank)
    while (!comm->mailbox->meet(rank)) {
      if (is_too_late()) return fail(ncclSystemError, waited_for(rank));
      usleep(100);
    }
  comm->shares_device = comm->mailbox->shares_device(comm->rank);
  comm->mailbox->all_met();
  return ncclSuccess;
}

ncclResult_t Operation::settle() {
  if (terms.kind != Kind::join || comm->failed != ncclSuccess) return comm->failed;
  while (!comm->mailbox->is_complete()) {
    if (is_too_late()) return fail(ncclSystemError, "another rank has ended while it joined");
    usleep(100);
  }
  return ncclSuccess;
}

ncclResult_t Operation::begin() {
  const emulation::DeviceLock lock(emulation::device_mutex());
  if (comm->failed != ncclSuccess) return comm->failed;
  if (terms.kind == Kind::join) return sit_down();
  number();
  if (uses_stream()) return queue_part();
  read_part();
  return comm->failed;
}

ncclResult_t Operation::finish() {
  if (comm->failed != ncclSuccess) return comm->failed;
  if (terms.kind == Kind::join) return meet_all();
  if (!uses_stream() || comm->shares_device)
    emulation::wait_at_the_call([this] {
      advance();
      return has_all_parts();
    });
  const emulation::DeviceLock lock(emulation::device_mutex());
  if (comm->failed != ncclSuccess) return comm->failed;
  if (uses_stream()) return queue_result();
  for (Bytes& part : parts_) part.erase(part.begin(), part.begin() + sizeof(Header));
  use_parts(parts_);
  return ncclSuccess;
}

ncclResult_t run(const std::vector<std::shared_ptr<Operation>>& operations) {
  ncclResult_t result = ncclSuccess;
  const auto keep = [&](ncclResult_t one) {
    if (result == ncclSuccess) result = one;
  };
  for (const auto& operation : operations) keep(operation->begin());
  for (const auto& operation : operations) keep(operation->finish());
  for (const auto& operation : operations) keep(operation->settle());
  return result;
}

}  // namespace gridmark::nccl
