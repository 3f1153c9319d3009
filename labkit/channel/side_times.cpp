#include "labkit/channel/side_times.h"

#include "labkit/channel/options.h"

namespace gridmark::channel {
namespace {

using timing::Pair;
using timing::Timed;

CallSeconds seconds_of_side(const timing::PairedTimingResult& seen, Timed Pair::*side) {
  const timing::ProcessSamples& samples = seen.processes.front();
  std::vector<double> function, whole;
  for (const Pair& pair : samples.pairs) {
    function.push_back(timing::seconds_of(pair.*side, seen.clock) - samples.overhead_seconds);
    whole.push_back((pair.*side).wall_seconds);
  }
  const double calls = seen.calls_per_bell;
  return {timing::median(std::move(function)) / calls, timing::median(std::move(whole)) / calls};
}

}  // namespace

SideTimes time_sides(const Asker& ask, const Starter& reference, const Starter& student) {
  PairedTiming paired_timing{.measurement = "", .ask = ask, .pairs_per_process = 5};
  paired_timing.plan.least_processes = paired_timing.plan.most_processes = 1;
  paired_timing.plan.clock = options().on_real_device() ? timing::ClockKind::device : timing::ClockKind::cpu;
  constexpr double seconds = 1e-3;  // one round, however long it takes
  const PairedTimingOutcome outcome = run_rounds(paired_timing, reference, student, {}, seconds);
  if (outcome.lost) return {.problem = outcome.lost->call.description + " " + outcome.lost->failure.message};
  const SideTimes times{seconds_of_side(outcome.result, &Pair::reference),
                        seconds_of_side(outcome.result, &Pair::student), ""};
  if (times.reference.function > 0 && times.student.function > 0) return times;
  return {.problem = "the calls take hardly longer than the harness around the function"};
}

}  // namespace gridmark::channel
