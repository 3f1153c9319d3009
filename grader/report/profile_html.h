#pragma once
#include <string>

#include "grader/report/profile_printer.h"

namespace gridmark::report {

/// One page: of each function its counts, and the student's lines with a strip that is as hot as the item is
/// dear, beside them what a warp's average request touches. All of it counted. `view.top` is not looked at.
std::string print_profile_html(const ProfileView& view);

}  // namespace gridmark::report
