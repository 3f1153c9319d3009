// Theory of operation. A round is a fresh process of each side. Both answer once without a clock, which maps
// memory and warms caches. The reference rehearses, which shows the cost of a call without the function. Then
// come the pairs, in the order reference-student, student-reference, reference-student, and so on. So a
// machine that steadily slows down or speeds up favours neither side. Both sides share one processor: if its
// neighbour is slower, that affects both. If one answer takes less than 3 ms, several calls are sent in one
// request. Both sides use the overhead of the reference, because the student's process could make its
// overhead look large.
#include "labkit/channel/paired_timing_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/contamination.h"
#include "labkit/channel/batch.h"
#include "labkit/channel/contender.h"
#include "labkit/channel/control_page.h"
#include "labkit/timing/one_core.h"

namespace gridmark::channel {
namespace {

using timing::Pair;
using Clock = std::chrono::steady_clock;

constexpr double shortest_bell_seconds = 3e-3;
constexpr int rehearsals = 3;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Why the student's side has lost. It is thrown through the rounds.
struct Lost {
  LostPairedTiming why;
};

class Rounds {
 public:
  Rounds(const PairedTiming& paired_timing, const Starter& reference, const Starter& student)
      : paired_timing_(paired_timing), start_reference_(reference), start_student_(student) {}

  timing::ProcessSamples round() {
    const auto sides = start_sides();
    Contender &reference = *sides.first, &student = *sides.second;
    ask_pair(reference, student, true);
    if (calls_ == 0) choose_calls(reference);
    timing::ProcessSamples samples;
    samples.overhead_seconds = overhead(reference);
    for (int i = 0; i < paired_timing_.pairs_per_process; ++i)
      samples.pairs.push_back(ask_pair(reference, student, i % 2 == 0));
    clock_source_ = student.clock_source();
    return samples;
  }

  int calls() const { return calls_; }
  const std::string& clock_source() const { return clock_source_; }

 private:
  using Side = std::unique_ptr<Contender>;

  /// CPU time is compared on one processor, a different one in each round. Wall time needs all processors.
  std::pair<Side, Side> start_sides() {
    std::optional<timing::OneCore> core;
    if (paired_timing_.plan.clock == timing::ClockKind::cpu) core.emplace(rounds_++);
    auto reference = std::make_unique<Contender>(start_reference_(), paired_timing_.plan.clock);
    return {std::move(reference), std::make_unique<Contender>(start_student_(), paired_timing_.plan.clock)};
  }

  using Calls = std::vector<CallPair>;

  Calls fresh_calls() const {
    Calls calls;
    for (int i = 0; i < std::max(calls_, 1); ++i) calls.push_back(paired_timing_.ask());
    return calls;
  }

  static Request bell_for(const Calls& calls, TimedCall CallPair::*side, Errand errand) {
    std::vector<Request> requests;
    for (const CallPair& both : calls) requests.push_back((both.*side).request());
    return batch_of(requests, errand);
  }

  static timing::Timed ask_reference(Contender& reference, const Calls& calls, Errand errand) {
    const auto answered = reference.call(bell_for(calls, &CallPair::reference, errand));
    const Answer& answer = answered.answer;
    if (!answer.reply || answer.reply->status.code != 0)
      throw std::runtime_error(
          fmt::format("the reference failed at {}: {}", calls.front().reference.call.description,
                      answer.reply ? answer.reply->status.message : answer.failure.message));
    for (const CallPair& both : calls) both.reference.answered();
    return answered.timed;
  }

  static timing::Timed ask_student(Contender& student, const Calls& calls) {
    auto answered = student.call(bell_for(calls, &CallPair::student, Errand::work));
    const Call& call = calls.front().student.call;
    if (!answered.answer.reply) throw Lost{{std::move(answered.answer.failure), call}};
    if (const Status& status = answered.answer.reply->status; status.code != 0)
      throw Lost{{{status.code < 0 ? "crashed" : "wrong_answer",
                   fmt::format("returned {} ({})", status.name, status.message),
                   {},
                   ""},
                  call}};
    for (const CallPair& both : calls) both.student.answered();
    return answered.timed;
  }

  Pair ask_pair(Contender& reference, Contender& student, bool reference_first) {
    const Calls calls = fresh_calls();
    Pair pair;
    if (reference_first) pair.reference = ask_reference(reference, calls, Errand::work);
    pair.student = ask_student(student, calls);
    if (!reference_first) pair.reference = ask_reference(reference, calls, Errand::work);
    judge(calls);
    add_late(pair.reference, reference);
    add_late(pair.student, student);
    return pair;
  }

  static void judge(const Calls& calls) {
    for (const CallPair& both : calls)
      if (const oracle::Comparison seen = both.judge(); !seen.equal)
        throw Lost{{{"wrong_answer", "in a timed call: " + seen.message, {}, ""}, both.student.call}};
  }

  static void add_late(timing::Timed& timed, Contender& side) {
    const double late = side.late_seconds();
    timed.cpu_seconds += late;
    timed.wall_seconds += late;
  }

  /// Chooses enough calls for each request that its work is well above the cost of clocks and bells.
  void choose_calls(Contender& reference) {
    calls_ = 1;
    const Calls one = fresh_calls();
    const std::size_t arrays = std::max<std::size_t>(one.front().reference.request().arrays.size(), 1);
    const double seconds =
        timing::seconds_of(ask_reference(reference, one, Errand::work), paired_timing_.plan.clock) -
        overhead(reference);
    const double wanted = std::ceil(shortest_bell_seconds / std::max(seconds, 1e-6));
    calls_ = static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(max_arrays / arrays)));
  }

  double overhead(Contender& reference) const {
    std::vector<double> seconds;
    for (int i = 0; i < rehearsals; ++i)
      seconds.push_back(timing::seconds_of(ask_reference(reference, fresh_calls(), Errand::rehearsal),
                                           paired_timing_.plan.clock));
    return timing::median(std::move(seconds));
  }

  const PairedTiming& paired_timing_;
  const Starter& start_reference_;
  const Starter& start_student_;
  int rounds_ = 0;
  int calls_ = 0;  ///< in one request, 0 until chosen
  std::string clock_source_;
};

void add_round(timing::ProcessSamples samples, const timing::Plan& plan, timing::PairedTimingResult& result) {
  for (const Pair& pair : samples.pairs) result.contaminated_pairs += timing::contaminated(pair, plan.clock);
  result.pairs += static_cast<int>(samples.pairs.size());
  if (const auto ratio = timing::log_ratio(samples, plan.clock)) result.log_ratios.push_back(*ratio);
  result.processes.push_back(std::move(samples));
  if (result.log_ratios.size() < 2) return;
  const timing::Interval interval = timing::interval_of(result.log_ratios, timing::error_of_a_look(plan));
  result.low = interval.low, result.estimate = interval.estimate, result.high = interval.high;
}

/// The most rounds that a record holds. A long paired timing would have more on a machine where every second
/// round gives no ratio.
constexpr std::size_t most_rounds = 100;

/// Long calls use up the budget before the first look and would never be judged. Until then more time is
/// allowed. The first two rounds have no limit if both give a ratio, because there is no interval without
/// them. After that, no round starts that would end too late if it took as long as those before.
bool over(const timing::PairedTimingResult& result, const timing::Plan& plan, double used, double seconds) {
  constexpr double patience = 4;
  const std::size_t rounds = result.processes.size(), ratios = result.log_ratios.size();
  const auto processes = static_cast<int>(ratios);
  if (rounds >= most_rounds || result.settled || processes >= plan.most_processes) return true;
  if (rounds < 2 && ratios == rounds) return false;
  const bool disturbed = 2 * result.contaminated_pairs > result.pairs;
  const bool slow = ratios == rounds;  // not short of ratios, but of time
  if (!disturbed && (processes < 2 || (slow && processes < plan.least_processes)))
    return used >= patience * seconds;
  return used * static_cast<double>(rounds + 1) / static_cast<double>(rounds) >= seconds;
}

/// The result of timing the reference against itself.
std::string finding_of(const timing::PairedTimingResult& seen, const timing::Plan& plan) {
  const auto processes = static_cast<int>(seen.log_ratios.size());
  if (2 * seen.contaminated_pairs > seen.pairs)
    return fmt::format("{} of {} pairs of calls were disturbed", seen.contaminated_pairs, seen.pairs);
  if (processes < plan.least_processes)
    return fmt::format("only {} of {} processes were done after {:.0f} s", processes, plan.least_processes,
                       seen.seconds);
  return fmt::format("the reference takes {:.3f} to {:.3f} times its own time, over {} processes", seen.low,
                     seen.high, processes);
}

}  // namespace

PairedTimingOutcome run_rounds(const PairedTiming& paired_timing, const Starter& reference,
                               const Starter& student, const std::vector<double>& limits, double seconds) {
  const auto begin = Clock::now();
  Rounds rounds(paired_timing, reference, student);
  PairedTimingOutcome outcome;
  timing::PairedTimingResult& result = outcome.result;
  result.clock = paired_timing.plan.clock;
  const std::vector<int> looks = timing::looks(paired_timing.plan);
  result.plan = {paired_timing.plan.least_processes, paired_timing.plan.most_processes,
                 static_cast<int>(looks.size()), paired_timing.plan.error_rate};
  const auto processes = [&] { return static_cast<int>(result.log_ratios.size()); };
  try {
    while (!over(result, paired_timing.plan, since(begin), seconds)) {
      add_round(rounds.round(), paired_timing.plan, result);
      if (std::find(looks.begin(), looks.end(), processes()) != looks.end())
        result.settled = timing::settled(result.interval(), limits);
    }
    result.settled = processes() >= looks.front() && timing::settled(result.interval(), limits);
  } catch (Lost& lost) {
    outcome.lost = std::move(lost.why);
  }
  result.calls_per_bell = rounds.calls();
  result.clock_source = rounds.clock_source();
  result.seconds = since(begin);
  return outcome;
}

MachineCheck check_machine(const Asker& ask, const Starter& reference, timing::ClockKind clock,
                           double tolerance) {
  constexpr double seconds = 5;
  const std::vector<double> limits = {1 / (1 + tolerance), 1 + tolerance};
  const timing::Plan plan{.least_processes = 4, .most_processes = 10, .clock = clock};
  PairedTimingOutcome outcome = run_rounds({"machine", ask, plan}, reference, reference, limits, seconds);
  if (outcome.lost) throw std::runtime_error("the reference failed: " + outcome.lost->failure.message);
  MachineCheck check{false, std::move(outcome.result), ""};
  const timing::PairedTimingResult& seen = check.result;
  check.fit = seen.settled && seen.low >= limits[0] && seen.high < limits[1];
  check.message = finding_of(seen, plan);
  if (!check.fit) check.message += fmt::format(", expected within {:.4g}%", 100 * tolerance);
  return check;
}

}  // namespace gridmark::channel
