#pragma once
#include <string>
#include <vector>

#include "grader/core/call_profile.h"
#include "grader/core/test_run.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// The input of a profile page.
struct ProfileView {
  const std::vector<CallProfile>& calls;
  const std::vector<CallProfile>& reference;  ///< may be empty
  const TestRun& run;
  std::size_t top = 3;  ///< number of lines for each function
};

/// One call of each function: its counts next to the reference solution's, and the lines with most traffic.
std::string print_profile(const ProfileView& view, const TerminalOptions& options);

/// The most useful call of each function: the largest that the reference also has, else the largest. The
/// functions keep their order.
std::vector<const CallProfile*> telling_calls(const std::vector<CallProfile>& calls,
                                              const std::vector<CallProfile>& reference);

}  // namespace gridmark::report
