#pragma once
// Findings that one change of the source would mend, told once; pure.
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark {

/// What costs points on one or more items. It points into the items that it was found in.
struct RootCause {
  std::vector<const ItemScore*> items;    ///< whose reason it is, in the rubric's order
  std::vector<const ItemScore*> waiting;  ///< need one of these first
  Points lost;                            ///< of `items`
  Points waits;                           ///< of `waiting`

  const ItemScore& leader() const { return *items.front(); }
  /// Whether a change of the submission can bring the points back: nothing is open or left out.
  bool is_fixable() const;
};

/// Every item with less than its points, but those left out of the run. What can be fixed comes first, in the
/// order in which to fix it: what does not compile, then what the most points hang on, then faults of memory
/// before wrong values.
std::vector<RootCause> root_causes(const std::vector<ItemScore>& items, bool complete);

/// Whether two failures have one root: the same cause, else the same line, else the same words.
bool is_same_root(const ItemScore& one, const ItemScore& other);
bool is_same_root(const ItemScore& one, const TestResult& other);
bool is_same_root(const TestResult& one, const TestResult& other);

/// The failed test that gave `item` its reason; nullptr where none did.
const TestResult* deciding_test(const std::vector<TestResult>& tests, const ItemScore& item);

/// The changes that the test or the measurement behind an item's reason advises, or the compiler where it
/// refused the source.
std::vector<Fix> fixes_of(const ItemScore& item, const std::vector<TestResult>& tests,
                          const std::vector<BuildRecord>& builds);

}  // namespace gridmark
