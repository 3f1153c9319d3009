#pragma once
// What students get wrong in a flash attention, and what comes of it.
#include <vector>

#include "labkit/oracle/hypotheses.h"
#include "labs/lab4-memory/tests/attention.h"

namespace gridmark::lab4 {

/// One row for each of expected.rows: the row of o, then a tenth of the row's lse, which is about as large.
std::vector<oracle::Hypothesis> attention_hypotheses(const AttentionInputs& inputs, const AttentionRows& expected);

/// The answer in the same form.
std::vector<float> rows_of(const Flash& op, const AttentionRows& expected);

/// Why the answer is wrong, as the end of a message; "" where nothing fits. Further calls of the function have to
/// show the same mistake.
oracle::Diagnosis cause_of(const Flash& op, const AttentionInputs& inputs, const AttentionRows& expected);

/// The mistake behind an index that leaves an array, as other calls show it; "" where nothing fits.
oracle::Diagnosis mistake_behind_fault();

}  // namespace gridmark::lab4
