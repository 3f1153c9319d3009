#include "labkit/exam/duel.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "labkit/exam/duel_runner.h"
#include "labkit/exam/floors.h"
#include "labkit/exam/options.h"
#include "labkit/timing/claimed_clock.h"

namespace gridmark::exam {
namespace {

std::unique_ptr<Transport> start_student() { return make_transport(Flavour::fast); }

/// Once for each clock of this checker: the machine is the same for all of its duels.
const MachineCheck& machine_for(const Duel& duel) {
  static std::map<timing::ClockKind, MachineCheck> known;
  const auto [place, is_new] = known.try_emplace(duel.plan.clock);
  if (is_new)
    place->second = check_machine(duel.ask, make_reference_transport, duel.plan.clock, options().tolerance);
  return place->second;
}

std::string detail_of(const timing::DuelResult& result) {
  return fmt::format("{:.2f} times as fast as the reference (between {:.2f} and {:.2f}, {} processes)",
                     result.estimate, result.low, result.high, result.log_ratios.size());
}

testing::AssertionResult lose(LostDuel lost) {
  lost.failure.sentence = lost.call.description + " " + lost.failure.sentence;
  note_failure(lost.failure);
  return testing::AssertionFailure() << lost.failure.sentence;
}

/// Where the lab's tests are proved, one round tells whether wrong outputs are noticed.
testing::AssertionResult look_at_replaced_reply(Duel duel) {
  duel.plan.least_processes = duel.plan.most_processes = 1;
  DuelOutcome outcome = run_rounds(duel, make_reference_transport, start_student, {}, DuelGoal{}.seconds);
  return outcome.lost ? lose(std::move(*outcome.lost)) : testing::AssertionSuccess();
}

/// How long a duel may try, and what for.
DuelGoal goal_of(const Duel& duel) {
  const auto known = options().duels.find(duel.measurement);
  return known == options().duels.end() ? DuelGoal{} : known->second;
}

/// One more question, to the counted flavour where there is one: what the roofline of a report is drawn with.
/// A call that fails there tells nothing; the tests look into that.
std::optional<DuelWork> counted_work(const Duel& duel) {
  constexpr double sector_bytes = 32;
  if (!options().workers.contains("counted")) return std::nullopt;
  const Answer answer = make_transport(Flavour::counted)->call(duel.ask().student.request());
  if (!answer.reply || answer.reply->status.code != 0) return std::nullopt;
  const Meters& meters = answer.reply->meters;
  return DuelWork{static_cast<double>(meters.flops.operations()),
                  sector_bytes * static_cast<double>(meters.loads.sectors + meters.stores.sectors)};
}

Measured measured_by(const Duel& duel, timing::DuelResult result) {
  Measured measured{.name = duel.measurement, .value = result.estimate, .unit = "ratio"};
  measured.flavour = Flavour::fast;
  measured.provenance = Provenance::measured;
  measured.detail = detail_of(result);
  measured.duel = std::move(result);
  return measured;
}

/// Whether most processes of the student's claim less time than the checker's clock can explain.
bool hides_time(const timing::DuelResult& result) {
  if (result.clock != timing::ClockKind::device) return false;
  const auto hiding =
      std::count_if(result.processes.begin(), result.processes.end(),
                    [](const timing::ProcessSamples& one) { return timing::hides_time(one); });
  return 2 * static_cast<std::size_t>(hiding) > result.processes.size();
}

/// What a processor's clock would say of a GPU's work is how long somebody waited.
Duel by_the_devices_clock(Duel duel) {
  if (options().on_real_device() && duel.plan.clock == timing::ClockKind::cpu)
    duel.plan.clock = timing::ClockKind::device;
  return duel;
}

}  // namespace

testing::AssertionResult run_duel(const Duel& asked) {
  const Duel duel = by_the_devices_clock(asked);
  if (transport_mode() == "in-process") {
    fmt::print("{}: not timed: one process cannot hold the reference beside your code\n", duel.measurement);
    return testing::AssertionSuccess();
  }
  if (options().replacement) return look_at_replaced_reply(duel);
  end_all_workers();  // one that is started ahead would run beside all that is timed, on nobody's clock
  if (const MachineCheck& machine = machine_for(duel); !machine.fit) {
    record_deferral({duel.measurement, "this machine is too restless to time anything: " + machine.sentence});
    return testing::AssertionSuccess();
  }
  const DuelGoal goal = goal_of(duel);
  DuelOutcome outcome = run_rounds(duel, make_reference_transport, start_student, goal.limits, goal.seconds);
  if (outcome.lost) return lose(std::move(*outcome.lost));
  if (outcome.result.log_ratios.size() < 2) {
    const std::string why = timing::why_no_interval(outcome.result.pairs, outcome.result.contaminated_pairs);
    record_deferral({duel.measurement, why, std::move(outcome.result)});
    return testing::AssertionSuccess();
  }
  const bool hides = hides_time(outcome.result);
  outcome.result.work = counted_work(duel);
  record(measured_by(duel, std::move(outcome.result)));
  if (!hides) return testing::AssertionSuccess();
  return send_to_review(duel.measurement + ": the device's events show less time than the checker's clock");
}

}  // namespace gridmark::exam
