#pragma once
// Mistakes that students make in a flash attention, and their results.
#include <vector>

#include "labkit/oracle/hypotheses.h"
#include "labs/lab4-memory/tests/attention.h"

namespace gridmark::lab4 {

/// One row for each of expected.rows: the row of o, then a tenth of the row's lse, which is of similar size.
std::vector<oracle::Hypothesis> attention_hypotheses(const AttentionInputs& inputs, const AttentionRows& expected);

/// The answer in the same layout.
std::vector<float> rows_of(const Flash& op, const AttentionRows& expected);

/// The cause of a wrong answer, as the end of a message, or "" if no hypothesis fits. Further calls of the
/// function must show the same mistake.
oracle::Diagnosis cause_of(const Flash& op, const AttentionInputs& inputs, const AttentionRows& expected);

/// The mistake that explains an index outside an array, found with other calls, or "" if no hypothesis fits.
oracle::Diagnosis mistake_behind_fault();

}  // namespace gridmark::lab4
