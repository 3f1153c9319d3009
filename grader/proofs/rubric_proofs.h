#pragma once
// What a rubric must show: pure, from the rubric, the solution's results and the cases.
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/proof.h"
#include "grader/core/rubric.h"
#include "grader/core/submission_case.h"
#include "grader/core/test_result.h"

namespace gridmark::proofs {

/// Whether gridmark decides the item alone: by tests, by a measurement or by what it finds in the report.
bool is_automatic(const Item& item);

/// Every curve begins at all points, never rises towards worse values, and stays within the item's points, at
/// its knots, between them and beyond.
Proof prove_curves(const Rubric& rubric);

/// Every pattern of tests meets a test that ran, and every target's measurement was taken by the test it
/// names.
///
/// seen        of the solution, every item asked for
/// registered  all tests that the checker has; one that no item reaches is worth a warning, and so is
///             one that --quick runs although an item that has it says it takes long
Proof prove_reach(const Rubric& rubric, Device device, const CheckerResults& seen,
                  const std::vector<std::string>& registered);

/// Some mutant or case loses each item by name, and not only because it loses what the item needs first: an
/// item that nothing can lose proves nothing.
Proof prove_losable(const Rubric& rubric, const std::vector<SubmissionCase>& cases);

/// The solution earns every item that gridmark decides.
Proof prove_solution(const Rubric& rubric, const GradeRecord& record);

/// The starter compiles, earns no item, and none of its tests ends in a crash, a hang or a flood.
Proof prove_starter(const Rubric& rubric, const GradeRecord& record);

}  // namespace gridmark::proofs
