#include "grader/score/lateness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridmark::score {
namespace {

double extension_days(const LatePolicy& policy, const std::string& lab, const Student& student) {
  const auto own = student.lab_days.find(lab);
  double days = own != student.lab_days.end() ? own->second : student.extension_days;
  for (const bool for_this_lab : {false, true})
    for (const Extension& one : policy.extensions)
      if (one.student == student.id && one.lab == (for_this_lab ? lab : "")) days = one.days;
  return days;
}

std::string count_words(int count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::optional<LabDeadline> deadline_of(const LatePolicy& policy, const std::string& lab,
                                       const Student& student) {
  const auto found = policy.labs.find(lab);
  if (found == policy.labs.end()) return std::nullopt;
  LabDeadline deadline = found->second;
  const auto more = static_cast<Moment>(
      std::llround(extension_days(policy, lab, student) * static_cast<double>(seconds_per_day)));
  deadline.deadline += more;
  if (deadline.hard_close) *deadline.hard_close += more;
  return deadline;
}

Lateness lateness(Moment committed, const LabDeadline& deadline, int slip_left) {
  Lateness late;
  const Moment behind = committed - deadline.deadline;
  late.closed = deadline.hard_close && committed > *deadline.hard_close;
  if (behind <= deadline.grace_seconds && !late.closed) return late;
  late.days = static_cast<int>((std::max<Moment>(behind, 1) + seconds_per_day - 1) / seconds_per_day);
  if (late.closed) {
    late.factor = 0;
    return late;
  }
  const auto factor_of = [&](int charged) {
    return std::max(0.0, 1 - charged * deadline.percent_per_day / 100);
  };
  const int slip_days = std::clamp(late.days, 0, std::max(slip_left, 0));
  late.factor = factor_of(late.days - slip_days);
  // Slip days that change nothing are kept for another lab.
  if (late.factor > factor_of(late.days)) late.slip_days = slip_days;
  return late;
}

std::optional<Moment> last_useful_moment(const LabDeadline& deadline, int slip_left) {
  if (deadline.percent_per_day <= 0) return deadline.hard_close;
  const int charged =
      static_cast<int>(std::ceil(100 / deadline.percent_per_day)) - 1;  // days with some points left
  const Moment days = (charged + std::max(slip_left, 0)) * seconds_per_day;
  const Moment last = deadline.deadline + std::max(deadline.grace_seconds, days);
  return deadline.hard_close ? std::min(last, *deadline.hard_close) : last;
}

std::string lateness_words(const Lateness& late) {
  if (late.closed) return "after the lab was closed: none of the points count";
  if (late.days == 0) return "";
  const std::string slip =
      late.slip_days == 0 ? "" : fmt::format(", {} used", count_words(late.slip_days, "slip day"));
  const std::string left = late.factor == 1   ? "all"
                           : late.factor == 0 ? "none"
                                              : fmt::format("{:.4g} %", late.factor * 100);
  return fmt::format("{} late{}: {} of the points count", count_words(late.days, "day"), slip, left);
}

}  // namespace gridmark::score
