#include "emulation/libraries/nccl/communicator.h"

#include <mutex>

namespace gridmark::nccl {
namespace {

std::mutex& registry_mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

/// Never destroyed, because destructors of static objects may use communicators.
std::map<ncclComm_t, SharedComm>& registry() {
  static auto* communicators = new std::map<ncclComm_t, SharedComm>;
  return *communicators;
}

/// Includes communicators that are destroyed but still have work in a stream.
std::vector<std::weak_ptr<ncclComm>>& ends() {
  static auto* all = new std::vector<std::weak_ptr<ncclComm>>;
  return *all;
}

}  // namespace

const char* name_of(Kind kind) {
  static constexpr const char* names[kinds] = {"ncclCommInitRank",  "ncclCommSplit", "ncclAllReduce",
                                               "ncclReduce",        "ncclBroadcast", "ncclAllGather",
                                               "ncclReduceScatter", "ncclSend",      "ncclRecv"};
  return names[static_cast<std::size_t>(kind)];
}

void keep(const SharedComm& comm) {
  const std::lock_guard lock(registry_mutex());
  registry()[comm.get()] = comm;
  std::erase_if(ends(), [](const auto& end) { return end.expired(); });
  ends().push_back(comm);
}

SharedComm find(ncclComm_t handle) {
  const std::lock_guard lock(registry_mutex());
  const auto found = registry().find(handle);
  return found == registry().end() ? nullptr : found->second;
}

void forget(ncclComm_t handle) {
  const std::lock_guard lock(registry_mutex());
  registry().erase(handle);
}

SharedComm find_here(std::uint64_t context, int rank) {
  const std::lock_guard lock(registry_mutex());
  for (const auto& end : ends()) {
    const SharedComm comm = end.lock();
    if (comm && comm->context == context && comm->rank == rank) return comm;
  }
  return nullptr;
}

}  // namespace gridmark::nccl
