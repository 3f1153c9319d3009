#pragma once
// How requests reach the student's code: in a sandboxed worker, or in this process for a debugger.
#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>

#include "base/crash_picture.h"
#include "base/rank_lanes.h"
#include "labkit/channel/reply.h"
#include "labkit/repairs/repair.h"
#include "protocol/cause.h"
#include "protocol/flavour.h"
#include "protocol/wrong_elements.h"

namespace gridmark::channel {

/// Why no reply came. Names are those of the record.
struct Failure {
  std::string outcome;  ///< "crashed", "timed_out", ..., empty if gridmark itself failed
  std::string message;
  emulation::SourcePlace place;
  std::string output;                       ///< output of the submission
  std::vector<emulation::Fix> fixes = {};   ///< repair the cause together. Empty if no repair is known
  std::optional<Cause> cause = {};          ///< empty if unknown
  std::optional<WrongElements> wrong = {};  ///< of a wrong answer
  std::optional<RankLanes> ranks = {};      ///< of ranks that could not continue
  std::optional<CrashPicture> crash = {};   ///< of a disk state that the test refused
  repairs::Remedy remedy = {};              ///< how to repair the cause
};

/// Either a reply or a failure.
struct Answer {
  std::optional<Reply> reply;
  Failure failure;
  std::string doubt = {};  ///< contradiction between a second count and the reply's meters, else empty
};

class Transport {
 public:
  virtual ~Transport() = default;
  /// Blocks until the reply arrives, the worker ends, or the time limit passes.
  virtual Answer call(const Request& request) = 0;
  /// Ends the worker, even during a call. Callable from another thread.
  virtual void kill() {}
  /// Announces that no call will follow, so the worker may end while others work.
  virtual void dismiss() {}
  /// Lets the worker end by itself within its time limit. Only printed() may follow.
  virtual void finish() {}
  /// Ends the worker. No call may follow.
  /// returns  its output. Only the beginning and the end, if it is long
  virtual std::string printed() { return ""; }
  /// The launcher whose descendants are the worker's processes, -1 if the worker is this process.
  virtual pid_t launcher() const { return -1; }
};

/// A transport to a fresh worker. Each program links the implementation that it needs.
std::unique_ptr<Transport> make_transport(Flavour flavour);

/// A transport to a fresh process of any worker, under the same sandbox and limits.
std::unique_ptr<Transport> make_transport_to(const std::string& program);

/// The same for the lab's reference (--reference).
std::unique_ptr<Transport> make_reference_transport();

/// A transport to the fast worker, run under compute-sanitizer's `tool` ("memcheck").
std::unique_ptr<Transport> make_sanitized_transport(const std::string& tool);

/// The sandbox of the workers, for the record: "bubblewrap", "none", "in-process".
std::string transport_mode();

}  // namespace gridmark::channel
