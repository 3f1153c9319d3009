#pragma once
// Lateness rests on dates that students write into their commits; dates that cannot be true are told to
// staff.
#include <string>
#include <vector>

#include "grader/core/moment.h"

namespace gridmark::score {

/// One message about the dates that lie before 1990, or more than a day after `now`: a clock that is a few
/// hours fast, as that of a machine with two systems, is no reason for it. returns  "" where all of them can
/// be true
std::string impossible_dates(const std::vector<Moment>& dates, Moment now);

/// Both messages, or the one there is.
std::string with_doubt(const std::string& late, const std::string& doubt);

}  // namespace gridmark::score
