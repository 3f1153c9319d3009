#include "labkit/exam/duel.h"

#include <fmt/format.h>

#include <map>

#include "labkit/exam/duel_runner.h"
#include "labkit/exam/options.h"

namespace gridmark::exam {
namespace {

std::unique_ptr<Transport> start_student() { return make_transport(WorkerFlavour::fast); }

/// Once for each clock of this checker: the machine is the same for all of its duels.
const MachineCheck& machine_for(const Duel& duel) {
  static std::map<timing::ClockKind, MachineCheck> known;
  const auto [place, is_new] = known.try_emplace(duel.plan.clock);
  if (is_new) place->second = check_machine(duel.ask, make_reference_transport, duel.plan.clock);
  return place->second;
}

std::string detail_of(const timing::DuelResult& result) {
  return fmt::format("{:.2f} times as fast as the reference (between {:.2f} and {:.2f}, {} processes)",
                     result.interval.estimate, result.interval.low, result.interval.high,
                     result.log_ratios.size());
}

testing::AssertionResult lose(LostDuel lost) {
  lost.failure.sentence = lost.call.description + " " + lost.failure.sentence;
  note_failure(lost.failure);
  return testing::AssertionFailure() << lost.failure.sentence;
}

}  // namespace

testing::AssertionResult run_duel(const Duel& duel) {
  if (const MachineCheck& machine = machine_for(duel); !machine.fit) {
    record_deferral({duel.measurement, "this machine is too restless to time anything: " + machine.sentence});
    return testing::AssertionSuccess();
  }
  const auto known = options().duels.find(duel.measurement);
  const DuelGoal goal = known == options().duels.end() ? DuelGoal{} : known->second;
  DuelOutcome outcome = run_rounds(duel, make_reference_transport, start_student, goal.limits, goal.seconds);
  if (outcome.lost) return lose(std::move(*outcome.lost));
  if (outcome.result.log_ratios.size() < 2) {
    record_deferral({duel.measurement, fmt::format("{} of {} timed pairs were disturbed",
                                                   outcome.result.contaminated_pairs, outcome.result.pairs)});
    return testing::AssertionSuccess();
  }
  Measured measured{.name = duel.measurement, .value = outcome.result.interval.estimate, .unit = "ratio"};
  measured.flavour = "fast";
  measured.provenance = "measured";
  measured.detail = detail_of(outcome.result);
  measured.duel = std::move(outcome.result);
  record(measured);
  return testing::AssertionSuccess();
}

}  // namespace gridmark::exam
