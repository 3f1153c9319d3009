#pragma once
// One call of NCCL on one rank.
//
// Theory of operation
// A call queues two commands in its stream. The first reads this rank's part and posts it. The second is held
// up until the parts of all ranks have come, and then writes the result. A command that is held up for a rank
// of the same process first runs that rank's stream up to its part. So it does not matter which stream the
// host waits for. If ranks of one process share a device, their default stream would wait for both, so the
// call itself waits for the parts. Joining and splitting use no stream and wait at the call.
#include <chrono>
#include <functional>
#include <optional>

#include "emulation/engine/call_stack.h"
#include "emulation/libraries/nccl/communicator.h"
#include "emulation/runtime/library_work.h"

namespace gridmark::nccl {

/// The terms on which all ranks of a collective must agree.
struct Terms {
  Kind kind = Kind::join;
  unsigned long long count = 0;
  ncclDataType_t type = ncclInt8;
  ncclRedOp_t op = ncclSum;
  int root = 0;

  bool operator==(const Terms&) const = default;
};

/// The header in front of each message's data.
struct Header {
  Terms terms;
  double ready_ns = 0;  ///< modelled time that the sender's stream has reached
};

class Operation : public std::enable_shared_from_this<Operation> {
 public:
  SharedComm comm;
  Terms terms;
  const void* from = nullptr;
  void* to = nullptr;
  cudaStream_t stream = nullptr;
  int device = 0;  ///< current at the call, because a default stream belongs to it
  std::optional<PreMulSum> pre_multiplied;
  std::array<int, 2> color_and_key{};                        ///< for a rank that splits
  std::string joins;                                         ///< the hall, for a rank that joins
  emulation::CallStack calls;                                ///< call stack of the NCCL call
  std::function<void(const std::vector<Bytes>&)> use_parts;  ///< for an operation without a stream

  /// Queues the reading and posting of this rank's part. Never waits for another rank.
  ncclResult_t begin();
  /// Queues the result, or waits for the other ranks if there is no stream.
  ncclResult_t finish();
  /// For ranks that join: waits until all others no longer need the hall.
  ncclResult_t settle();
  /// Posts the part if it has been read. False if there is no room for it yet.
  bool post();
  /// Runs the stream up to the part.
  void advance() const;

 private:
  bool uses_stream() const { return terms.kind != Kind::join && terms.kind != Kind::split; }
  bool contributes() const;
  bool receives() const;
  std::size_t sent_bytes() const;
  ncclResult_t sit_down();
  ncclResult_t meet_all();
  void number();
  ncclResult_t queue_part();
  ncclResult_t queue_result();
  void read_part();
  bool has_all_parts();
  bool take(int from_rank);
  void help(int from_rank) const;
  bool has_left(int rank);
  bool is_too_late();
  void check_header(int from_rank);
  void write_result();
  void count() const;
  emulation::CollectiveLoad load() const;
  ncclResult_t fail(ncclResult_t result, const std::string& message);
  void fail_in_stream(ncclResult_t result, const std::string& message);
  std::string waited_for(int rank) const;

  Name name_;
  Bytes own_;
  std::vector<Bytes> parts_;  ///< by rank, empty if it has not come
  bool is_read_ = false, is_posted_ = false;
  double begin_ns_ = 0;  ///< modelled time at which the last rank has come, as far as it is known
  std::optional<std::chrono::steady_clock::time_point> waits_since_;
  std::function<void()> advance_;
};

/// Runs all operations of one group, or a single call.
ncclResult_t run(const std::vector<std::shared_ptr<Operation>>& operations);

}  // namespace gridmark::nccl
