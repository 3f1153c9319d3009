#pragma once
// Lateness depends on dates that students write into their commits. Staff get a message about impossible
// dates.
#include <string>
#include <vector>

#include "grader/core/moment.h"

namespace gridmark::score {

/// One message about dates before 1990, or more than a day after `now`. A clock that is a few hours fast, as
/// on a machine with two operating systems, is accepted.
/// returns  "" if all dates are possible
std::string impossible_dates(const std::vector<Moment>& dates, Moment now);

/// Both messages, or the only one.
std::string with_doubt(const std::string& late, const std::string& doubt);

}  // namespace gridmark::score
