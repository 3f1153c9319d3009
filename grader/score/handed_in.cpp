#include "grader/score/handed_in.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/score/lateness.h"

namespace gridmark::score {
namespace {

std::string clock_evidence(Moment committed, const SeenCommit& seen, SubmissionClock clock) {
  std::string words = fmt::format("commit {} is dated {}", seen.id.substr(0, 12), moment_text(committed));
  if (clock == SubmissionClock::push && !seen.pushed.empty())
    return words + fmt::format(", and was pushed at {} by the host's record", seen.pushed);
  return words +
         fmt::format(", was not in the repository at {} and first seen at {}", seen.not_before, seen.seen);
}

}  // namespace

Moment handed_in(Moment committed, const SeenCommit& seen, SubmissionClock clock) {
  if (clock == SubmissionClock::commit) return committed;
  if (clock == SubmissionClock::push)
    if (const auto pushed = parse_moment(seen.pushed)) return *pushed;
  return std::max(committed, parse_moment(seen.not_before).value_or(committed));
}

std::string clock_doubt(Moment committed, const SeenCommit& seen, SubmissionClock clock,
                        const std::function<Lateness(Moment)>& lateness_of) {
  const Lateness by_policy = lateness_of(handed_in(committed, seen, clock));
  for (const auto& [other, name] : names(SubmissionClock{})) {
    const Lateness late = lateness_of(handed_in(committed, seen, other));
    if (late == by_policy) continue;
    const std::string then = lateness_words(late), evidence = clock == SubmissionClock::commit
                                                                  ? clock_evidence(committed, seen, other)
                                                                  : clock_evidence(committed, seen, clock);
    return fmt::format("{}. By the clock \"{}\" it would be {}", evidence, name,
                       then.empty() ? "in time" : then);
  }
  return "";
}

}  // namespace gridmark::score
