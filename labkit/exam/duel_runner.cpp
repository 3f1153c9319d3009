// Theory of operation. A round is a fresh process of each side. Both answer once without a clock, which maps
// memory and warms caches; the reference rehearses, which tells what a call costs without the function; then
// come the pairs, in the order reference-student, student-reference, reference-student, ..., so that a
// machine that grows slower or faster all the time favours nobody. Both sides share one processor: its
// neighbour may be slower, and then it is so for both. Where one answer takes less than 3 ms,
// several questions go behind one bell. The overhead is the reference's for both sides: the student's process
// could make its own look large.
#include "labkit/exam/duel_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/contamination.h"
#include "labkit/exam/batch.h"
#include "labkit/exam/contender.h"
#include "labkit/exam/control_page.h"
#include "labkit/timing/one_core.h"

namespace gridmark::exam {
namespace {

using timing::Pair;
using Clock = std::chrono::steady_clock;

constexpr double shortest_bell_seconds = 3e-3;
constexpr int rehearsals = 3;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Why the student's side has lost; thrown through the rounds.
struct Lost {
  LostDuel why;
};

class Rounds {
 public:
  Rounds(const Duel& duel, const Starter& reference, const Starter& student)
      : duel_(duel), start_reference_(reference), start_student_(student) {}

  timing::ProcessSamples round() {
    const auto sides = start_sides();
    Contender &reference = *sides.first, &student = *sides.second;
    ask_pair(reference, student, true);
    if (questions_ == 0) choose_questions(reference);
    timing::ProcessSamples samples;
    samples.overhead_seconds = overhead(reference);
    for (int i = 0; i < duel_.pairs_per_process; ++i)
      samples.pairs.push_back(ask_pair(reference, student, i % 2 == 0));
    clock_source_ = student.clock_source();
    return samples;
  }

  int questions() const { return questions_; }
  const std::string& clock_source() const { return clock_source_; }

 private:
  using Side = std::unique_ptr<Contender>;

  /// CPU time is compared on one processor, another in each round; wall time needs them all.
  std::pair<Side, Side> start_sides() {
    std::optional<timing::OneCore> core;
    if (duel_.plan.clock == timing::ClockKind::cpu) core.emplace(rounds_++);
    auto reference = std::make_unique<Contender>(start_reference_(), duel_.plan.clock);
    return {std::move(reference), std::make_unique<Contender>(start_student_(), duel_.plan.clock)};
  }

  using Questions = std::vector<QuestionPair>;

  Questions fresh_questions() const {
    Questions questions;
    for (int i = 0; i < std::max(questions_, 1); ++i) questions.push_back(duel_.ask());
    return questions;
  }

  static Request bell_for(const Questions& questions, Question QuestionPair::*side, Errand errand) {
    std::vector<Request> requests;
    for (const QuestionPair& question : questions) requests.push_back((question.*side).request());
    return batch_of(requests, errand);
  }

  static timing::Timed ask_reference(Contender& reference, const Questions& questions, Errand errand) {
    const auto answered = reference.call(bell_for(questions, &QuestionPair::reference, errand));
    const Answer& answer = answered.answer;
    if (!answer.reply || answer.reply->status.code != 0)
      throw std::runtime_error(
          fmt::format("the reference failed at {}: {}", questions.front().reference.call.description,
                      answer.reply ? answer.reply->status.message : answer.failure.sentence));
    for (const QuestionPair& question : questions) question.reference.answered();
    return answered.timed;
  }

  static timing::Timed ask_student(Contender& student, const Questions& questions) {
    auto answered = student.call(bell_for(questions, &QuestionPair::student, Errand::work));
    const Call& call = questions.front().student.call;
    if (!answered.answer.reply) throw Lost{{std::move(answered.answer.failure), call}};
    if (const Status& status = answered.answer.reply->status; status.code != 0)
      throw Lost{{{status.code < 0 ? "crashed" : "wrong_answer",
                   fmt::format("returned {} ({})", status.name, status.message),
                   {},
                   ""},
                  call}};
    for (const QuestionPair& question : questions) question.student.answered();
    return answered.timed;
  }

  Pair ask_pair(Contender& reference, Contender& student, bool reference_first) {
    const Questions questions = fresh_questions();
    Pair pair;
    if (reference_first) pair.reference = ask_reference(reference, questions, Errand::work);
    pair.student = ask_student(student, questions);
    if (!reference_first) pair.reference = ask_reference(reference, questions, Errand::work);
    judge(questions);
    add_late(pair.reference, reference);
    add_late(pair.student, student);
    return pair;
  }

  static void judge(const Questions& questions) {
    for (const QuestionPair& question : questions)
      if (const oracle::Comparison seen = question.judge(); !seen.equal)
        throw Lost{{{"wrong_answer", "in a timed call: " + seen.sentence, {}, ""}, question.student.call}};
  }

  static void add_late(timing::Timed& timed, Contender& side) {
    const double late = side.late_seconds();
    timed.cpu_seconds += late;
    timed.wall_seconds += late;
  }

  /// Enough that a bell's work is well above what clocks and bells cost.
  void choose_questions(Contender& reference) {
    questions_ = 1;
    const Questions one = fresh_questions();
    const std::size_t arrays = std::max<std::size_t>(one.front().reference.request().arrays.size(), 1);
    const double seconds = timing::seconds_of(ask_reference(reference, one, Errand::work), duel_.plan.clock) -
                           overhead(reference);
    const double wanted = std::ceil(shortest_bell_seconds / std::max(seconds, 1e-6));
    questions_ = static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(max_arrays / arrays)));
  }

  double overhead(Contender& reference) const {
    std::vector<double> seconds;
    for (int i = 0; i < rehearsals; ++i)
      seconds.push_back(timing::seconds_of(ask_reference(reference, fresh_questions(), Errand::rehearsal),
                                           duel_.plan.clock));
    return timing::median(std::move(seconds));
  }

  const Duel& duel_;
  const Starter& start_reference_;
  const Starter& start_student_;
  int rounds_ = 0;
  int questions_ = 0;  ///< behind one bell; 0: not chosen yet
  std::string clock_source_;
};

void add_round(timing::ProcessSamples samples, const timing::Plan& plan, timing::DuelResult& result) {
  for (const Pair& pair : samples.pairs) result.contaminated_pairs += timing::contaminated(pair, plan.clock);
  result.pairs += static_cast<int>(samples.pairs.size());
  if (const auto ratio = timing::log_ratio(samples, plan.clock)) result.log_ratios.push_back(*ratio);
  result.processes.push_back(std::move(samples));
  if (result.log_ratios.size() < 2) return;
  const timing::Interval interval = timing::interval_of(result.log_ratios, timing::error_of_a_look(plan));
  result.low = interval.low, result.estimate = interval.estimate, result.high = interval.high;
}

/// As many as a record holds. On a machine whose every second round gives no ratio, a long duel would have
/// more.
constexpr std::size_t most_rounds = 100;

/// Calls that take long use up their seconds before the first look, and would never be judged: until then
/// there is patience, and for two rounds, without which there is no interval, all that they take. Else no
/// round begins that would end too late, were it like those before.
bool over(const timing::DuelResult& result, const timing::Plan& plan, double used, double seconds) {
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

/// What a duel of the reference with itself has shown.
std::string finding_of(const timing::DuelResult& seen, const timing::Plan& plan) {
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

DuelOutcome run_rounds(const Duel& duel, const Starter& reference, const Starter& student,
                       const std::vector<double>& limits, double seconds) {
  const auto begin = Clock::now();
  Rounds rounds(duel, reference, student);
  DuelOutcome outcome;
  timing::DuelResult& result = outcome.result;
  result.clock = duel.plan.clock;
  const std::vector<int> looks = timing::looks(duel.plan);
  result.plan = {duel.plan.least_processes, duel.plan.most_processes, static_cast<int>(looks.size()),
                 duel.plan.error_rate};
  const auto processes = [&] { return static_cast<int>(result.log_ratios.size()); };
  try {
    while (!over(result, duel.plan, since(begin), seconds)) {
      add_round(rounds.round(), duel.plan, result);
      if (std::find(looks.begin(), looks.end(), processes()) != looks.end())
        result.settled = timing::settled(result.interval(), limits);
    }
    result.settled = processes() >= looks.front() && timing::settled(result.interval(), limits);
  } catch (Lost& lost) {
    outcome.lost = std::move(lost.why);
  }
  result.questions_per_bell = rounds.questions();
  result.clock_source = rounds.clock_source();
  result.seconds = since(begin);
  return outcome;
}

MachineCheck check_machine(const Asker& ask, const Starter& reference, timing::ClockKind clock,
                           double tolerance) {
  constexpr double seconds = 5;
  const std::vector<double> limits = {1 / (1 + tolerance), 1 + tolerance};
  const timing::Plan plan{.least_processes = 4, .most_processes = 10, .clock = clock};
  DuelOutcome outcome = run_rounds({"machine", ask, plan}, reference, reference, limits, seconds);
  if (outcome.lost) throw std::runtime_error("the reference failed: " + outcome.lost->failure.sentence);
  MachineCheck check{false, std::move(outcome.result), ""};
  const timing::DuelResult& seen = check.result;
  check.fit = seen.settled && seen.low >= limits[0] && seen.high < limits[1];
  check.sentence = finding_of(seen, plan);
  if (!check.fit) check.sentence += fmt::format("; within {:.4g}% was asked for", 100 * tolerance);
  return check;
}

}  // namespace gridmark::exam
