#pragma once
// Findings that one change of the source would repair, reported once. These functions are pure.
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark {

/// One cause of lost points on one or more items. It points into the items that it was made from.
struct RootCause {
  std::vector<const ItemScore*> items;    ///< items with this reason, in the rubric's order
  std::vector<const ItemScore*> waiting;  ///< items that need one of these first
  Points lost;                            ///< of `items`
  Points waits;                           ///< of `waiting`

  const ItemScore& leader() const { return *items.front(); }
  /// Whether a change of the submission can win the points back: no item is open or left out.
  bool is_fixable() const;
};

/// The causes of every item with less than full points, except items left out of the run. Causes that can be
/// fixed come first, in the order in which to fix them: compile errors, then the cause of the most lost
/// points, then memory faults before wrong values.
std::vector<RootCause> root_causes(const std::vector<ItemScore>& items, bool complete);

/// Whether two failures have one root: the same cause, else the same line, else the same words.
bool is_same_root(const ItemScore& one, const ItemScore& other);
bool is_same_root(const ItemScore& one, const TestResult& other);
bool is_same_root(const TestResult& one, const TestResult& other);

/// The failed test that gave `item` its reason, or nullptr if there is none.
const TestResult* deciding_test(const std::vector<TestResult>& tests, const ItemScore& item);

/// The changes advised by the test or the measurement behind an item's reason, or by the compiler if the
/// source did not compile.
std::vector<Fix> fixes_of(const ItemScore& item, const std::vector<TestResult>& tests,
                          const std::vector<BuildRecord>& builds);

}  // namespace gridmark
