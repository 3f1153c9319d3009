#pragma once
// Times that intervals cover.
#include <algorithm>
#include <utility>
#include <vector>

namespace gridmark {

struct Interval {
  double begin = 0, end = 0;
};

/// The same times as intervals that do not touch, by their begin.
inline std::vector<Interval> joined(std::vector<Interval> all) {
  std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  std::vector<Interval> result;
  for (const Interval& one : all)
    if (!result.empty() && one.begin <= result.back().end)
      result.back().end = std::max(result.back().end, one.end);
    else
      result.push_back(one);
  return result;
}

/// What both cover.
inline std::vector<Interval> common(const std::vector<Interval>& one, const std::vector<Interval>& other) {
  const std::vector<Interval> a = joined(one), b = joined(other);
  std::vector<Interval> result;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const Interval both{std::max(a[i].begin, b[k].begin), std::min(a[i].end, b[k].end)};
    if (both.begin < both.end) result.push_back(both);
    a[i].end < b[k].end ? ++i : ++k;
  }
  return result;
}

/// How long, whatever overlaps counted once.
inline double covered(const std::vector<Interval>& all) {
  double sum = 0;
  for (const Interval& one : joined(all)) sum += one.end - one.begin;
  return sum;
}

}  // namespace gridmark
