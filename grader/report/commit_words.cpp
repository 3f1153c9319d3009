#include "grader/report/commit_words.h"

#include <fmt/format.h>

namespace gridmark::report {
namespace {

std::string day_of(Moment moment) { return moment_text(moment).substr(0, 10); }

/// "2026-10-14 23:51 UTC"
std::string minute_of(Moment moment) {
  return day_of(moment) + " " + moment_text(moment).substr(11, 5) + " UTC";
}

/// "over 9 days, 2026-10-05 to 2026-10-14"
std::string span_of(const CommitHistory& history) {
  const std::string first = day_of(history.first), last = day_of(history.last);
  if (first == last) return "on " + first;
  const Moment days = (history.last - history.first + seconds_per_day - 1) / seconds_per_day;
  return fmt::format("over {} day{}, {} to {}", days, days == 1 ? "" : "s", first, last);
}

}  // namespace

std::string commit_words(const CommitHistory& history) {
  if (history.commits == 0) return "no commits";
  if (history.commits == 1) return "1 commit, everything at once on " + minute_of(history.last);
  const std::string commits = fmt::format("{} commits {}", history.commits, span_of(history));
  const std::string part = fmt::format("{:.0f}", 100 * history.at_once);
  if (part == "0") return commits;
  return fmt::format("{}; {} of the lines at once on {}", commits,
                     part == "100" ? "all" : "at most " + part + " %", minute_of(history.at_once_when));
}

}  // namespace gridmark::report
