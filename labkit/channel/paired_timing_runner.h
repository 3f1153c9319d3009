#pragma once
// The rounds of a paired timing, without a test framework.
#include <chrono>
#include <memory>
#include <optional>

#include "labkit/channel/paired_timing.h"

namespace gridmark::channel {

/// Starts a fresh process of one side.
using Starter = std::function<std::unique_ptr<Transport>()>;

/// Failure of the student's side. `call` is the call in words.
struct LostPairedTiming {
  Failure failure;
  Call call;
};

/// Either a result or the reason why there is none.
struct PairedTimingOutcome {
  timing::PairedTimingResult result;
  std::optional<LostPairedTiming> lost;
};

/// limits   ratios for which the interval must be settled
/// seconds  wall time. A round that has started is finished
/// errors   std::runtime_error if the reference fails
PairedTimingOutcome run_rounds(const PairedTiming& paired_timing, const Starter& reference,
                               const Starter& student, const std::vector<double>& limits, double seconds);

/// Whether this machine is quiet enough for timing: the reference is timed against itself.
struct MachineCheck {
  bool fit = false;
  timing::PairedTimingResult result;
  std::string message;  ///< the finding
};
/// tolerance  the share of its time by which the reference may differ from itself
MachineCheck check_machine(const Asker& ask, const Starter& reference, timing::ClockKind clock,
                           double tolerance = 0.03);

}  // namespace gridmark::channel
