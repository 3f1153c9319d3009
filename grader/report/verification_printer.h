#pragma once
#include <string>
#include <vector>

#include "grader/core/verified_case.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// A line of the table, and below it a line for each complaint. If the case failed, or with `with_diff`, also
/// the changes of its patch.
std::string print_case(const VerifiedCase& one, const TerminalOptions& options, bool with_diff = false);

/// Failed and omitted cases, then one closing line: "57 cheats earned nothing, 260 hostile contained, 25
/// twins at full points".
std::string print_closing(const std::vector<VerifiedCase>& cases);

}  // namespace gridmark::report
