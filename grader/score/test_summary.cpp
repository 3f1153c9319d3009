#include "grader/score/test_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/nearest.h"
#include "base/utf8.h"
#include "grader/core/explanation.h"
#include "grader/core/test_pattern.h"

namespace gridmark::score {
namespace {

/// The order among equally explained failures: a crash explains wrong answers, not the other way round.
constexpr std::array by_severity{Outcome::crashed,      Outcome::timed_out,    Outcome::out_of_memory,
                                 Outcome::output_limit, Outcome::forbidden,    Outcome::build_failed,
                                 Outcome::missing,      Outcome::wrong_answer, Outcome::review,
                                 Outcome::deferred,     Outcome::not_run,      Outcome::passed};

auto severity(const TestResult* test) {
  return std::find(by_severity.begin(), by_severity.end(), test->outcome) - by_severity.begin();
}

/// Whether the outcome cost points and is not open.
bool is_settled(Outcome outcome) {
  return outcome != Outcome::review && outcome != Outcome::deferred && outcome != Outcome::not_run &&
         outcome != Outcome::passed;
}

/// The best explanation comes first: a race before the wrong values that follow from it, and both before a
/// call that was not tried.
bool is_before(const TestResult* one, const TestResult* other) {
  const auto order = [](const TestResult* test) {
    const bool settled = is_settled(test->outcome);
    return std::tuple(!settled, settled ? -static_cast<int>(explanation_of(*test)) : 0, severity(test),
                      -static_cast<int>(shown_barriers(*test)), !test->place);
  };
  return order(one) < order(other);
}

bool failed(const TestResult* test) { return test->outcome != Outcome::passed; }

Error unmatched(const std::string& pattern, const std::vector<TestResult>& results,
                const std::string& where) {
  std::vector<std::string> names;
  for (const TestResult& test : results) names.push_back(test.name);
  return {Error::Source::rubric, where,
          fmt::format("found \"{}\", which matches no test of the checker{}", pattern,
                      suggestion(pattern, names))};
}

std::string reason_of(const TestResult& first, std::size_t others, std::size_t all) {
  const std::string said = one_line(first.reason);
  const std::string reason =
      said.empty() ? first.name + " ended as " + std::string(name_of(first.outcome)) : said;
  if (others == 0) return reason;
  return fmt::format("{} (and {} more of {} tests {})", reason, others, all, others == 1 ? "fails" : "fail");
}

}  // namespace

std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  constexpr std::size_t most = 1000;
  return line.size() <= most ? line : std::string(clipped(line, most - 3)) + "...";
}

Result<TestSummary> summarise_tests(const std::vector<TestResult>& results,
                                    const std::vector<std::string>& patterns, const std::string& where) {
  for (const std::string& pattern : patterns)
    if (std::none_of(results.begin(), results.end(),
                     [&](const auto& test) { return matches(pattern, test.name); }))
      return tl::unexpected<Error>(unmatched(pattern, results, where));
  std::vector<const TestResult*> tests;
  for (const TestResult& test : results)
    if (std::any_of(patterns.begin(), patterns.end(),
                    [&](const auto& pattern) { return matches(pattern, test.name); }))
      tests.push_back(&test);
  std::stable_sort(tests.begin(), tests.end(), is_before);
  TestSummary summary;
  for (const TestResult* test : tests) summary.names.push_back(test->name);
  const auto failures = static_cast<std::size_t>(std::count_if(tests.begin(), tests.end(), failed));
  if (failures == 0) return summary;
  summary.outcome = tests.front()->outcome;
  summary.reason = reason_of(*tests.front(), failures - 1, tests.size());
  summary.place = tests.front()->place;
  summary.cause = tests.front()->cause;
  return summary;
}

}  // namespace gridmark::score
