#pragma once
// What students get wrong in stability_tests.cu, and what comes of it.
#include <string>

#include "labs/lab2-mixed-precision/tests/ask.h"

namespace gridmark::lab2 {

/// What a softmax has to be, [rows,columns].
std::vector<double> right_softmax(const Softmax& op);
/// What scores have to be, [rows_q,rows_k].
std::vector<double> right_scores(const Scores& op);

/// Why an answer is wrong, as the end of a message; "" where nothing fits. Further calls of the function have to
/// show the same mistake.
oracle::Diagnosis cause_of(const Softmax& op);
oracle::Diagnosis cause_of(const Scores& op);

}  // namespace gridmark::lab2
