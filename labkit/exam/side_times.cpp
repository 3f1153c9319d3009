#include "labkit/exam/side_times.h"

#include "labkit/exam/options.h"

namespace gridmark::exam {
namespace {

using timing::Pair;
using timing::Timed;

CallSeconds seconds_of_side(const timing::DuelResult& seen, Timed Pair::*side) {
  const timing::ProcessSamples& samples = seen.processes.front();
  std::vector<double> function, whole;
  for (const Pair& pair : samples.pairs) {
    function.push_back(timing::seconds_of(pair.*side, seen.clock) - samples.overhead_seconds);
    whole.push_back((pair.*side).wall_seconds);
  }
  const double calls = seen.questions_per_bell;
  return {timing::median(std::move(function)) / calls, timing::median(std::move(whole)) / calls};
}

}  // namespace

SideTimes time_sides(const Asker& ask, const Starter& reference, const Starter& student) {
  Duel duel{.measurement = "", .ask = ask, .pairs_per_process = 5};
  duel.plan.least_processes = duel.plan.most_processes = 1;
  duel.plan.clock = options().on_real_device() ? timing::ClockKind::device : timing::ClockKind::cpu;
  constexpr double seconds = 1e-3;  // one round, however long it takes
  const DuelOutcome outcome = run_rounds(duel, reference, student, {}, seconds);
  if (outcome.lost) return {.problem = outcome.lost->call.description + " " + outcome.lost->failure.sentence};
  const SideTimes times{seconds_of_side(outcome.result, &Pair::reference),
                        seconds_of_side(outcome.result, &Pair::student), ""};
  if (times.reference.function > 0 && times.student.function > 0) return times;
  return {.problem = "the calls take hardly longer than what surrounds the function"};
}

}  // namespace gridmark::exam
