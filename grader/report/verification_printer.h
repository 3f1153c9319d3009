#pragma once
#include <string>
#include <vector>

#include "grader/core/verified_case.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// A line of the table, and below it a line for each complaint. Where the case failed, or `with_diff`, also
/// what its patch changes.
std::string print_case(const VerifiedCase& one, const TerminalOptions& options, bool with_diff = false);

/// What failed and what was left out, then one closing line: "57 cheats earned nothing, 260 hostile
/// contained, 25 twins at full points".
std::string print_closing(const std::vector<VerifiedCase>& cases);

}  // namespace gridmark::report
