#pragma once
#include <string_view>

#include "grader/core/error.h"
#include "grader/system/sandbox.h"

namespace gridmark::system {

/// Reads the launcher's line of JSON.
///
/// errors  sandbox: another text, or the sandbox's own failure (the message is its detail)
Result<RunReport> parse_run_report(std::string_view line);

}  // namespace gridmark::system
