#pragma once
// One rank's end of a communicator, and the operations that wait for it.
#include <map>
#include <memory>
#include <string>

#include "emulation/libraries/nccl/mailbox.h"
#include "emulation/runtime/library_work.h"
#include "nccl.h"

struct ncclComm {
  ncclComm(std::string folder, int rank_, int ranks_, int device_)
      : mailbox(std::move(folder)), rank(rank_), ranks(ranks_), device(device_) {}

  gridmark::nccl::Mailbox mailbox;
  int rank, ranks, device;
  ncclResult_t failed = ncclSuccess;  ///< once it has, it stays so
  std::string last_error;
  unsigned long long collectives = 0;
  std::map<int, unsigned long long> sent, received;  ///< by peer
};

namespace gridmark::nccl {

enum class Kind { join, all_reduce, reduce, broadcast, all_gather, reduce_scatter, send, receive };

/// What all ranks of a collective must agree on.
struct Terms {
  Kind kind = Kind::join;
  unsigned long long count = 0;
  ncclDataType_t type = ncclInt8;
  ncclRedOp_t op = ncclSum;
  int root = 0;

  bool operator==(const Terms&) const = default;
};

/// It goes before each message's data.
struct Header {
  Terms terms;
  double ready_ns = 0;  ///< modelled time at which the sender's stream has come so far
};

struct Operation {
  ncclComm* comm = nullptr;
  Terms terms;
  const void* from = nullptr;
  void* to = nullptr;
  cudaStream_t stream = nullptr;
  int device = 0;       ///< current at the call: a default stream is this device's
  std::string name;     ///< of its messages; set by post
  Bytes own;            ///< what this rank contributes
  double begin_ns = 0;  ///< modelled time at which the last rank has come, as far as is known

  /// Reads what is sent, once the stream has come so far, and sends it. Never waits for another rank.
  ncclResult_t post();
  /// Waits for the other ranks' parts and queues the result.
  ncclResult_t finish();

 private:
  bool contributes() const;
  std::size_t sent_bytes() const;
  ncclResult_t read_own();
  ncclResult_t take(int from_rank, Bytes& message);
  ncclResult_t fail(ncclResult_t result, const std::string& message);
  Bytes combine(const std::vector<const char*>& parts) const;
  ncclResult_t write_result(Bytes result);
  ncclResult_t take_time();
  emulation::CollectiveLoad load() const;
};

const char* name_of(Kind kind);

}  // namespace gridmark::nccl
