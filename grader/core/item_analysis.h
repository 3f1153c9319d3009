#pragma once
// How hard each item of a lab was, and whether it separates strong submissions from weak ones. Pure.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/class_book.h"

namespace gridmark {

/// With fewer grades, a discrimination or a finding would only describe chance.
inline constexpr int least_grades_to_judge = 10;

/// Why a person should look at an item.
enum class ItemFinding {
  none,
  all_full,       ///< every grade has full points
  all_lost,       ///< no grade has points
  separates_not,  ///< |discrimination| < 0.1
  good_ones_lose  ///< discrimination < -0.1
};

constexpr auto names(ItemFinding) {
  using enum ItemFinding;
  return EnumNames<ItemFinding, 5>{{{none, "none"},
                                    {all_full, "all_full"},
                                    {all_lost, "all_lost"},
                                    {separates_not, "separates_not"},
                                    {good_ones_lose, "good_ones_lose"}}};
}

/// The result of one item over the grades of a class. A share is a part of the item's points, 0 to 1.
struct ItemAnalysis {
  std::string id, title;
  Points max_points;
  int full = 0, part = 0, none = 0;
  int open = 0;     ///< waits for a person, a quieter machine or another run. Not part of the figures below
  double mean = 0;  ///< mean share, the difficulty of test theory: 1 is easiest
  double deviation = 0;  ///< sample standard deviation of the share, 0 with fewer than two grades
  /// Correlation of the item's share with the share of the lab's other points. Empty with fewer than
  /// least_grades_to_judge grades, or if either is the same for all.
  std::optional<double> discrimination = {};
  ItemFinding finding = ItemFinding::none;

  int settled() const { return full + part + none; }
};

/// The items of book.labs[lab] in the rubric's order.
///
/// Only grades with a record count, and excused ones do not. Students who share a repository and have the
/// same files count once. The shares are those of the record, before lateness.
std::vector<ItemAnalysis> analyse_items(const ClassBook& book, std::size_t lab);

/// "separates nothing: all have full points", or "" for ItemFinding::none.
std::string finding_words(ItemFinding finding);

}  // namespace gridmark
