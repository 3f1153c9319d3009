#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/test_result.h"

namespace gridmark::score {

/// The summary of an item's tests.
struct TestSummary {
  Outcome outcome = Outcome::passed;  ///< of the failed test that explains most
  std::string reason;                 ///< its message, and the number of further failures
  std::optional<Place> place;
  std::optional<Cause> cause;
  std::vector<std::string> names;  ///< failed ones first, the one that explains most at the front
};

/// The tests in `results` that match one of `patterns`.
///
/// where   of the item, for messages
/// errors  rubric: a pattern that no test matches, which would give points away
Result<TestSummary> summarise_tests(const std::vector<TestResult>& results,
                                    const std::vector<std::string>& patterns, const std::string& where);

/// `text` on one line of at most 1000 bytes. Each run of blanks and line breaks becomes one space, and none
/// at the ends.
std::string one_line(const std::string& text);

}  // namespace gridmark::score
