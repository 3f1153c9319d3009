#pragma once
// Faults in the method of benchmark_matmul that its returned time reveals.
#include <optional>
#include <span>
#include <string>

#include "labkit/channel/reply.h"
#include "labs/lab1-gpu-basics/operations.h"

namespace gridmark::lab1 {

/// Lines of benchmark_matmul. Each is empty if the device cannot provide it.
struct Lines {
  channel::SourcePlace first_call, first_timed_call;
  channel::SourcePlace clock_start;  ///< the last clock reading before the first call
  channel::SourcePlace last_call = {};
  channel::SourcePlace clock_stop = {};   ///< the first after the last call that did not wait for the work
};

/// The checker's view of one run. `op` must outlive it.
struct Trace {
  const Benchmark& op;
  int n = 0, iterations = 0;
  SeenRun run;
  Lines lines = {};
  bool sees_clocks = false;  ///< whether run.looks_* are known

  /// Only code that judges these calls may read them. `gridmark verify` requires that a test fails if a value
  /// that it reads changes.
  std::span<const SeenCall> calls() const { return op.calls.values().first(static_cast<std::size_t>(run.calls)); }

  /// Index of the first timed call: the last `iterations` calls are the timed ones.
  int first_timed() const { return static_cast<int>(run.calls) - iterations; }
};

/// A fault, as the end of a message about benchmark_matmul, and its line.
struct Fault {
  std::string message;
  channel::SourcePlace place = {};
  /// Text between the message and a refused CUDA call that may have caused the fault. Empty: the call did not
  /// cause it.
  std::string caused_by = "";
  repairs::Remedy remedy = {};
};

/// The relation of the returned time to the timed calls'.
enum class TimeVerdict { right, total, seconds, microseconds, with_warm_up, too_short, off };

/// Mean time and variation of the timed calls, by one clock.
struct OwnClock {
  double least = 0, most = 0;  ///< ms of all timed calls: their work alone, and with the gaps between it
  double with_warm_up = 0;     ///< ms of all calls
  double cv = 0;
};

/// errors  std::invalid_argument: the trace has fewer calls than iterations
OwnClock device_clock(const Trace& trace);
OwnClock host_clock(const Trace& trace);

struct JudgedTime {
  TimeVerdict verdict = TimeVerdict::off;
  bool by_device = true;  ///< the clock that agrees with it
};

/// Compares run.ms with both clocks.
JudgedTime judge_time(const Trace& trace);

/// The first fault in the order of calls. Empty if the protocol was kept.
std::optional<Fault> order_fault(const Trace& trace);

/// The same for the time and its variation.
std::optional<Fault> agreement_fault(const Trace& trace);

/// Reports fewer calls than `least`.
std::optional<Fault> enough_calls_fault(int least, const SeenRun& run);

/// The same for the speed. It is compared with the run's own time, which must come from a clock.
std::optional<Fault> speed_fault(const Trace& trace);

}  // namespace gridmark::lab1
