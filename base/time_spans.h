#pragma once
// Operations on spans of time.
#include <algorithm>
#include <utility>
#include <vector>

namespace gridmark {

struct TimeSpan {
  double begin = 0, end = 0;
};

/// The same times as spans that do not touch, sorted by their begin.
inline std::vector<TimeSpan> joined(std::vector<TimeSpan> all) {
  std::sort(all.begin(), all.end(), [](const TimeSpan& a, const TimeSpan& b) { return a.begin < b.begin; });
  std::vector<TimeSpan> result;
  for (const TimeSpan& one : all)
    if (!result.empty() && one.begin <= result.back().end)
      result.back().end = std::max(result.back().end, one.end);
    else
      result.push_back(one);
  return result;
}

/// The times that both cover.
inline std::vector<TimeSpan> common(const std::vector<TimeSpan>& one, const std::vector<TimeSpan>& other) {
  const std::vector<TimeSpan> a = joined(one), b = joined(other);
  std::vector<TimeSpan> result;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const TimeSpan both{std::max(a[i].begin, b[k].begin), std::min(a[i].end, b[k].end)};
    if (both.begin < both.end) result.push_back(both);
    a[i].end < b[k].end ? ++i : ++k;
  }
  return result;
}

/// The total length, with overlaps counted once.
inline double covered(const std::vector<TimeSpan>& all) {
  double sum = 0;
  for (const TimeSpan& one : joined(all)) sum += one.end - one.begin;
  return sum;
}

}  // namespace gridmark
