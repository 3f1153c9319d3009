#pragma once
// The rounds of a paired timing, without the test framework around them.
#include <chrono>
#include <memory>
#include <optional>

#include "labkit/channel/paired_timing.h"

namespace gridmark::channel {

/// Starts a fresh process of one side.
using Starter = std::function<std::unique_ptr<Transport>()>;

/// The student's side failed; `call` says what was asked.
struct LostPairedTiming {
  Failure failure;
  Call call;
};

/// Either a result or why there is none.
struct PairedTimingOutcome {
  timing::PairedTimingResult result;
  std::optional<LostPairedTiming> lost;
};

/// limits   ratios that the interval must have a word on
/// seconds  wall time; the round that runs then is finished
/// errors   std::runtime_error when the reference fails
PairedTimingOutcome run_rounds(const PairedTiming& paired_timing, const Starter& reference,
                               const Starter& student, const std::vector<double>& limits, double seconds);

/// Whether the machine may judge: the reference against itself.
struct MachineCheck {
  bool fit = false;
  timing::PairedTimingResult result;
  std::string message;  ///< what was found
};
/// tolerance  by how much of its time the reference may differ from itself
MachineCheck check_machine(const Asker& ask, const Starter& reference, timing::ClockKind clock,
                           double tolerance = 0.03);

}  // namespace gridmark::channel
