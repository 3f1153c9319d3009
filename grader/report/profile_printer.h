#pragma once
#include <string>
#include <vector>

#include "grader/core/call_profile.h"
#include "grader/core/test_run.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// What a profile shows of.
struct ProfileView {
  const std::vector<CallProfile>& calls;
  const std::vector<CallProfile>& reference;  ///< may be empty
  const TestRun& run;
  std::size_t top = 3;  ///< lines of each function
};

/// Of each function one call: its counts, the reference solution's beside them, and its lines that move most.
std::string print_profile(const ProfileView& view, const TerminalOptions& options);

/// The call that says most about each function: of those that the reference has, too, the largest; else the
/// largest. In the order in which functions came.
std::vector<const CallProfile*> telling_calls(const std::vector<CallProfile>& calls,
                                              const std::vector<CallProfile>& reference);

}  // namespace gridmark::report
