#pragma once
// Statistics of a class. These functions are pure.
#include <array>
#include <string>
#include <vector>

#include "grader/core/class_book.h"

namespace gridmark {

inline constexpr std::size_t distribution_bins = 10;

/// How many students got all, a part or none of the points of one item of the rubric.
struct ItemStatistics {
  std::string id, title;
  int full = 0, part = 0, none = 0, open = 0;  ///< open: waits for a person or a quieter machine
  int all() const { return full + part + none + open; }
};

/// One reason for lost points that several students share, on one item of the rubric or on many. A compile
/// error costs all items. Items that only wait for another item are not failures.
struct CommonFailure {
  std::string reason;              ///< the text of the first student, numbers differ
  std::vector<std::string> items;  ///< titles, in the order in which they were met
  std::vector<std::string> students;
};

struct LabStatistics {
  int graded = 0, passing = 0;
  double mean = 0, median = 0;                ///< of points after lateness
  std::array<int, distribution_bins> bins{};  ///< by share of the points: [0, 10 %), ..., [90 %, 100 %]
  std::vector<ItemStatistics> items;          ///< in the rubric's order
  std::vector<CommonFailure> failures;        ///< most common first
};

/// Statistics of book.labs[lab]. Only grades with a record count.
LabStatistics statistics_of(const ClassBook& book, std::size_t lab);

}  // namespace gridmark
