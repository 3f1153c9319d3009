#include "grader/score/commit_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace gridmark::score {
namespace {

constexpr Moment year_1990 = 631'152'000;  // before git, and before its users' clocks

}  // namespace

std::string impossible_dates(const std::vector<Moment>& dates, Moment now) {
  std::vector<Moment> found;
  std::copy_if(dates.begin(), dates.end(), std::back_inserter(found),
               [&](Moment date) { return date < year_1990 || date > now + seconds_per_day; });
  if (found.empty()) return "";
  return fmt::format("{} with an impossible date, {}, {}: ask when the work was done",
                     found.size() == 1 ? "a commit" : fmt::format("{} commits", found.size()),
                     moment_text(found.front()), found.front() < year_1990 ? "before 1990" : "in the future");
}

std::string with_doubt(const std::string& late, const std::string& doubt) {
  return late.empty() || doubt.empty() ? late + doubt : late + "; " + doubt;
}

}  // namespace gridmark::score
