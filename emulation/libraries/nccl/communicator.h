#pragma once
// One rank's end of a communicator.
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emulation/libraries/nccl/mailbox.h"
#include "nccl.h"

namespace gridmark::nccl {

enum class Kind { join, split, all_reduce, reduce, broadcast, all_gather, reduce_scatter, send, receive };
inline constexpr std::size_t kinds = 9;

/// "ncclAllReduce".
const char* name_of(Kind kind);

/// An operation that ncclRedOpCreatePreMulSum made.
struct PreMulSum {
  ncclDataType_t type = ncclInt8;
  const void* on_device = nullptr;     ///< the scalar, or null
  std::array<char, 8> immediate = {};  ///< the scalar, if on_device is null
};

/// The amount that a communicator's calls of one kind have moved.
struct Moved {
  std::uint64_t calls = 0, bytes = 0, sent_bytes = 0;
};

class Operation;

}  // namespace gridmark::nccl

struct ncclComm {
  std::shared_ptr<gridmark::nccl::Mailbox> mailbox;  ///< shared with the communicators split from it
  std::vector<int> members;                          ///< the mailbox's rank of each rank
  std::uint64_t context = 0;
  int rank = 0, ranks = 0, device = 0;
  bool shares_device = false;                     ///< with another rank of this process
  std::atomic<ncclResult_t> failed{ncclSuccess};  ///< a failure that stays once it is set
  std::string last_error;                         ///< written before `failed`
  std::uint64_t collectives = 0, splits = 0;
  std::map<int, std::uint64_t> sent, received;  ///< by peer
  std::map<int, gridmark::nccl::PreMulSum> operations;
  int next_operation = ncclNumOps;
  std::vector<std::weak_ptr<gridmark::nccl::Operation>> unposted;
  std::array<gridmark::nccl::Moved, gridmark::nccl::kinds> moved;
};

namespace gridmark::nccl {

using SharedComm = std::shared_ptr<ncclComm>;

/// Keeps it until it is destroyed. Its address is its handle.
void keep(const SharedComm& comm);
/// Null if there is no such communicator.
SharedComm find(ncclComm_t handle);
void forget(ncclComm_t handle);
/// The rank's end in this process, or null.
SharedComm find_here(std::uint64_t context, int rank);

}  // namespace gridmark::nccl
