#pragma once
// What a checker wrote while it ran (JSON Lines, docs/formats/checker-results.schema.json) -> CheckerResults.
#include <string>
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/test_result.h"

namespace gridmark::load {

/// The results, complete: each test that the first line registers ran once, and the last line says
/// "finished".
///
/// text    at most 64 MiB; bytes of a submission in it that are not UTF-8 become U+FFFD
/// errors  checker: it stopped early (says after how many tests), reported a fault of its own, or wrote
/// something
///         that is no result
Result<CheckerResults> load_checker_results(std::string_view text);

}  // namespace gridmark::load
