#pragma once
#include <string>

#include "grader/report/profile_printer.h"

namespace gridmark::report {

/// One page with the counts of each function and the student's lines. The strip at a line is hotter the more
/// the line costs. A figure next to it shows an average request of a warp. All values are counted. `view.top`
/// is not used.
std::string print_profile_html(const ProfileView& view);

}  // namespace gridmark::report
