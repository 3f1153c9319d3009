#pragma once
// How requests reach the student's code: a sandboxed worker, or this very process under a debugger.
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

/// Why no reply came, in the grader's words. Names are those of the record.
struct Failure {
  std::string outcome;  ///< "crashed", "timed_out", ...; empty when the grader itself failed
  std::string message;
  emulation::SourcePlace place;
  std::string output;                       ///< what the submission printed
  std::vector<emulation::Fix> fixes = {};   ///< together they repair the cause; none where none is known
  std::optional<Cause> cause = {};          ///< where it is known
  std::optional<WrongElements> wrong = {};  ///< of a wrong answer
  std::optional<RankLanes> ranks = {};      ///< of ranks that could not go on
  std::optional<CrashPicture> crash = {};   ///< of a state of the disk that the test refused
  repairs::Remedy remedy = {};              ///< how the cause is repaired
};

/// Either a reply or a failure.
struct Answer {
  std::optional<Reply> reply;
  Failure failure;
  std::string doubt = {};  ///< what a second count has against the reply's meters; empty: nothing
};

class Transport {
 public:
  virtual ~Transport() = default;
  /// Blocks until the reply is there, the worker has ended, or the time is up.
  virtual Answer call(const Request& request) = 0;
  /// From another thread: ends the worker, also in the middle of a call.
  virtual void kill() {}
  /// No call will follow: the worker may end while others work.
  virtual void dismiss() {}
  /// Lets the worker end by itself, as far as its time allows. Only printed() may follow.
  virtual void finish() {}
  /// Ends the worker; no call may follow.
  /// returns  what it printed: the beginning, and the end where that is much
  virtual std::string printed() { return ""; }
  /// The launcher that the worker's processes are below; -1 where the worker is this process.
  virtual pid_t launcher() const { return -1; }
};

/// A transport to a fresh worker. Each program links the one it is made for.
std::unique_ptr<Transport> make_transport(Flavour flavour);

/// A transport to a fresh process of any worker, under the same sandbox and limits.
std::unique_ptr<Transport> make_transport_to(const std::string& program);

/// The same for the lab's reference (--reference).
std::unique_ptr<Transport> make_reference_transport();

/// A transport to the fast worker with compute-sanitizer's `tool` around it ("memcheck").
std::unique_ptr<Transport> make_sanitized_transport(const std::string& tool);

/// Where workers run, for the record: "bubblewrap", "none", "in-process".
std::string transport_mode();

}  // namespace gridmark::channel
