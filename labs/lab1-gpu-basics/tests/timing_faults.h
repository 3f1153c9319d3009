#pragma once
// What the time that benchmark_matmul gives says about how it was taken.
#include <optional>
#include <span>
#include <string>

#include "labkit/channel/reply.h"
#include "labs/lab1-gpu-basics/operations.h"

namespace gridmark::lab1 {

/// Lines of benchmark_matmul, each empty where the device cannot tell.
struct Lines {
  channel::SourcePlace first_call, first_timed_call;
  channel::SourcePlace clock_start;  ///< the last look at a clock before the first call
  channel::SourcePlace last_call = {};
  channel::SourcePlace clock_stop = {};   ///< the first one after the last call that did not wait for the work
};

/// What the grader saw of one run, which has to outlive it.
struct Trace {
  const Benchmark& op;
  int n = 0, iterations = 0;
  SeenRun run;
  Lines lines = {};
  bool sees_clocks = false;  ///< run.looks_* are known

  /// Read only by a judge of what they are: `gridmark verify` asks that a test notices what it reads.
  std::span<const SeenCall> calls() const { return op.calls.values().first(static_cast<std::size_t>(run.calls)); }

  /// Index of the first timed call: the last `iterations` calls are the timed ones.
  int first_timed() const { return static_cast<int>(run.calls) - iterations; }
};

/// What is wrong, as the end of a message about benchmark_matmul, and the line where it is.
struct Fault {
  std::string message;
  channel::SourcePlace place = {};
  /// Words between the message and a refused call of CUDA that may have caused it; empty: it causes none.
  std::string caused_by = "";
  repairs::Remedy remedy = {};
};

/// How the given time relates to the timed calls'.
enum class TimeVerdict { right, total, seconds, microseconds, with_warm_up, too_short, off };

/// Mean time and variation of the timed calls, by one clock.
struct OwnClock {
  double least = 0, most = 0;  ///< ms of all timed calls: their work alone, and with what lies between
  double with_warm_up = 0;     ///< ms of all calls
  double cv = 0;
};

/// errors  std::invalid_argument: the trace has fewer calls than iterations
OwnClock device_clock(const Trace& trace);
OwnClock host_clock(const Trace& trace);

struct JudgedTime {
  TimeVerdict verdict = TimeVerdict::off;
  bool by_device = true;  ///< the clock that it agrees with
};

/// Holds run.ms against both clocks.
JudgedTime judge_time(const Trace& trace);

/// The first fault in the order of calls; nothing when the protocol was kept.
std::optional<Fault> order_fault(const Trace& trace);

/// The same for the time and its variation.
std::optional<Fault> agreement_fault(const Trace& trace);

/// Fewer calls than `least`.
std::optional<Fault> enough_calls_fault(int least, const SeenRun& run);

/// The same for the speed, which is held against the run's own time; that must come from a clock.
std::optional<Fault> speed_fault(const Trace& trace);

}  // namespace gridmark::lab1
