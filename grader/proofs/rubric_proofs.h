#pragma once
// Proofs about a rubric. They are pure functions of the rubric, the solution's results and the cases.
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/proof.h"
#include "grader/core/rubric.h"
#include "grader/core/submission_case.h"
#include "grader/core/test_result.h"

namespace gridmark::proofs {

/// Whether gridmark alone decides the item: by tests, by a measurement or by its findings in the report.
bool is_automatic(const Item& item);

/// Every curve begins at all points, never rises towards worse values, and stays within the item's points, at
/// its knots, between them and beyond.
Proof prove_curves(const Rubric& rubric);

/// Every pattern of tests matches a test that ran, and every target's measurement was taken by the test that
/// it names.
///
/// seen        results of the solution for all items
/// registered  all tests of the checker. A test that no item reaches gives a warning, and so does a test that
///             --quick runs although an item with it is marked as long
Proof prove_reach(const Rubric& rubric, Device device, const CheckerResults& seen,
                  const std::vector<std::string>& registered);

/// Some mutant or case loses each item directly, not only through an item that it needs. An item that no case
/// can lose proves nothing.
Proof prove_losable(const Rubric& rubric, const std::vector<SubmissionCase>& cases);

/// The solution earns every item that gridmark decides.
Proof prove_solution(const Rubric& rubric, const GradeRecord& record);

/// The starter compiles, earns no item, and none of its tests ends in a crash, a hang or a flood.
Proof prove_starter(const Rubric& rubric, const GradeRecord& record);

}  // namespace gridmark::proofs
