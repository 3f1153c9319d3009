#include "labkit/channel/paired_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "labkit/channel/floors.h"
#include "labkit/channel/options.h"
#include "labkit/channel/paired_timing_runner.h"
#include "labkit/timing/claimed_clock.h"

namespace gridmark::channel {
namespace {

std::unique_ptr<Transport> start_student() { return make_transport(Flavour::fast); }

/// The check of this machine, once for each clock. The machine is the same for all paired timings of the
/// checker.
const MachineCheck& machine_for(const PairedTiming& paired_timing) {
  static std::map<timing::ClockKind, MachineCheck> known;
  const auto [place, is_new] = known.try_emplace(paired_timing.plan.clock);
  if (is_new)
    place->second = check_machine(paired_timing.ask, make_reference_transport, paired_timing.plan.clock,
                                  options().tolerance);
  return place->second;
}

std::string detail_of(const timing::PairedTimingResult& result) {
  return fmt::format("{:.2f} times as fast as the reference (between {:.2f} and {:.2f}, {} processes)",
                     result.estimate, result.low, result.high, result.log_ratios.size());
}

testing::AssertionResult lose(LostPairedTiming lost) {
  lost.failure.message = lost.call.description + " " + lost.failure.message;
  note_failure(lost.failure);
  return testing::AssertionFailure() << lost.failure.message;
}

/// One round is enough to show whether the lab's tests notice wrong outputs.
testing::AssertionResult look_at_replaced_reply(PairedTiming paired_timing) {
  paired_timing.plan.least_processes = paired_timing.plan.most_processes = 1;
  PairedTimingOutcome outcome =
      run_rounds(paired_timing, make_reference_transport, start_student, {}, PairedTimingGoal{}.seconds);
  return outcome.lost ? lose(std::move(*outcome.lost)) : testing::AssertionSuccess();
}

/// The limits of a paired timing and its time budget.
PairedTimingGoal goal_of(const PairedTiming& paired_timing) {
  const auto known = options().paired_timings.find(paired_timing.measurement);
  return known == options().paired_timings.end() ? PairedTimingGoal{} : known->second;
}

/// Makes one more call in the counted flavour, if there is one. The roofline of a report is drawn with it. A
/// failing call is ignored here, because the tests look into failures.
std::optional<PairedTimingWork> counted_work(const PairedTiming& paired_timing) {
  constexpr double sector_bytes = 32;
  if (!options().workers.contains("counted")) return std::nullopt;
  const Answer answer = make_transport(Flavour::counted)->call(paired_timing.ask().student.request());
  if (!answer.reply || answer.reply->status.code != 0) return std::nullopt;
  const Meters& meters = answer.reply->meters;
  return PairedTimingWork{static_cast<double>(meters.flops.operations()),
                          sector_bytes * static_cast<double>(meters.loads.sectors + meters.stores.sectors)};
}

Measured measured_by(const PairedTiming& paired_timing, timing::PairedTimingResult result) {
  Measured measured{.name = paired_timing.measurement, .value = result.estimate, .unit = "ratio"};
  measured.flavour = Flavour::fast;
  measured.provenance = Provenance::measured;
  measured.detail = detail_of(result);
  measured.paired_timing = std::move(result);
  return measured;
}

/// Whether most of the student's processes claim less time than the checker's clock can explain.
bool hides_time(const timing::PairedTimingResult& result) {
  if (result.clock != timing::ClockKind::device) return false;
  const auto hiding =
      std::count_if(result.processes.begin(), result.processes.end(),
                    [](const timing::ProcessSamples& one) { return timing::hides_time(one); });
  return 2 * static_cast<std::size_t>(hiding) > result.processes.size();
}

/// Uses the device's clock, because CPU time of GPU work only shows how long the host waited.
PairedTiming by_the_devices_clock(PairedTiming paired_timing) {
  if (options().on_real_device() && paired_timing.plan.clock == timing::ClockKind::cpu)
    paired_timing.plan.clock = timing::ClockKind::device;
  return paired_timing;
}

}  // namespace

testing::AssertionResult run_paired_timing(const PairedTiming& asked) {
  const PairedTiming paired_timing = by_the_devices_clock(asked);
  if (transport_mode() == "in-process") {
    fmt::print("{}: not timed: one process cannot hold both the reference and your code\n",
               paired_timing.measurement);
    return testing::AssertionSuccess();
  }
  if (options().replacement) return look_at_replaced_reply(paired_timing);
  end_all_workers();  // a worker started ahead would run during the timing, and no clock would count it
  if (const MachineCheck& machine = machine_for(paired_timing); !machine.fit) {
    record_deferral(
        {paired_timing.measurement, "this machine is too restless to time anything: " + machine.message});
    return testing::AssertionSuccess();
  }
  const PairedTimingGoal goal = goal_of(paired_timing);
  PairedTimingOutcome outcome =
      run_rounds(paired_timing, make_reference_transport, start_student, goal.limits, goal.seconds);
  if (outcome.lost) return lose(std::move(*outcome.lost));
  if (outcome.result.log_ratios.size() < 2) {
    const std::string why = timing::why_no_interval(outcome.result.pairs, outcome.result.contaminated_pairs);
    record_deferral({paired_timing.measurement, why, std::move(outcome.result)});
    return testing::AssertionSuccess();
  }
  const bool hides = hides_time(outcome.result);
  outcome.result.work = counted_work(paired_timing);
  record(measured_by(paired_timing, std::move(outcome.result)));
  if (!hides) return testing::AssertionSuccess();
  return send_to_review(paired_timing.measurement +
                        ": the device's events show less time than the checker's clock");
}

}  // namespace gridmark::channel
