#pragma once
#include <cstddef>
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::report {

struct TerminalOptions {
  bool colour = false;      ///< use ANSI escapes, the only ones in the output
  bool unicode = true;      ///< use marks beyond ASCII. A student's names are not changed
  std::size_t width = 100;  ///< columns, 40 to 120 are used
};

/// A table that a student reads in ten seconds, then each item that lost points with place and reason.
std::string print_terminal(const GradeRecord& record, const TerminalOptions& options);

}  // namespace gridmark::report
