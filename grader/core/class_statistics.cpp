#include "grader/core/class_statistics.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace gridmark {
namespace {

/// The reason without its numbers: "element 7 is 3" and "element 9 is 1" are the same mistake.
std::string without_numbers(const std::string& reason) {
  std::string text;
  for (const char c : reason) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit)
      text += c;
    else if (text.empty() || text.back() != '#')
      text += '#';
  }
  return text;
}

void count_item(const ItemGrade& item, ItemStatistics& statistics) {
  if (item.outcome == Outcome::ungraded || item.outcome == Outcome::review ||
      item.outcome == Outcome::deferred)
    ++statistics.open;
  else if (item.points == item.max_points)
    ++statistics.full;
  else
    ++(item.points > Points(0) ? statistics.part : statistics.none);
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Orders by the number of students, then by the number of lost items.
bool is_more_common(const CommonFailure& a, const CommonFailure& b) {
  return std::pair(a.students.size(), a.items.size()) > std::pair(b.students.size(), b.items.size());
}

class Counter {
 public:
  void add(const Student& student, const LabGrade& grade) {
    const double counted = grade.counted().value(), most = grade.max_points.value();
    points_.push_back(counted);
    ++statistics_.graded;
    statistics_.passing += grade.passing ? 1 : 0;
    const double share = most > 0 ? std::clamp(counted / most, 0.0, 1.0) : 0;
    ++statistics_
          .bins[std::min(static_cast<std::size_t>(share * distribution_bins + 1e-9), distribution_bins - 1)];
    for (const ItemGrade& item : grade.items) add_item(student, item);
  }

  LabStatistics finish() {
    std::sort(points_.begin(), points_.end());
    for (const double value : points_) statistics_.mean += value / static_cast<double>(points_.size());
    if (!points_.empty())
      statistics_.median = (points_[points_.size() / 2] + points_[(points_.size() - 1) / 2]) / 2;
    for (auto& [key, failure] : failures_) statistics_.failures.push_back(std::move(failure));
    std::stable_sort(statistics_.failures.begin(), statistics_.failures.end(), is_more_common);
    return std::move(statistics_);
  }

 private:
  void add_item(const Student& student, const ItemGrade& item) {
    auto found = std::find_if(statistics_.items.begin(), statistics_.items.end(),
                              [&](const ItemStatistics& one) { return one.id == item.id; });
    if (found == statistics_.items.end())
      found = statistics_.items.insert(found, ItemStatistics{item.id, item.title});
    count_item(item, *found);
    if (item.reason.empty() || item.points == item.max_points || item.outcome == Outcome::ungraded ||
        item.outcome == Outcome::deferred || !item.unmet_need.empty())
      return;
    CommonFailure& failure = failures_[without_numbers(item.reason)];
    if (failure.students.empty()) failure.reason = item.reason;
    add_once(failure.items, item.title);
    add_once(failure.students, student.id);
  }

  LabStatistics statistics_;
  std::vector<double> points_;
  std::map<std::string, CommonFailure> failures_;  // key: the reason without its numbers
};

}  // namespace

LabStatistics statistics_of(const ClassBook& book, std::size_t lab) {
  Counter counter;
  for (const StudentGrades& row : book.students)
    if (lab < row.labs.size() && row.labs[lab].has_record) counter.add(row.student, row.labs[lab]);
  return counter.finish();
}

}  // namespace gridmark
