#pragma once
// The output of a checker run (JSON Lines, docs/formats/checker-results.schema.json) -> CheckerResults.
#include <string>
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/test_result.h"

namespace gridmark::load {

/// The complete results: each test in the first line ran once, and the last line is "finished".
///
/// text    at most 64 MiB. A submission's bytes that are not UTF-8 become U+FFFD
/// errors  checker: it stopped early (with the number of tests), reported its own fault, or wrote a line that
///         is not a result
Result<CheckerResults> load_checker_results(std::string_view text);

}  // namespace gridmark::load
