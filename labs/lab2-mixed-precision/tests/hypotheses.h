#pragma once
// Mistakes that students make in stability_tests.cu, and their results.
#include <string>

#include "labs/lab2-mixed-precision/tests/ask.h"

namespace gridmark::lab2 {

/// The correct softmax, [rows,columns].
std::vector<double> right_softmax(const Softmax& op);
/// The correct scores, [rows_q,rows_k].
std::vector<double> right_scores(const Scores& op);

/// The cause of a wrong answer, as the end of a message, or "" if no hypothesis fits. Further calls of the
/// function must show the same mistake.
oracle::Diagnosis cause_of(const Softmax& op);
oracle::Diagnosis cause_of(const Scores& op);

}  // namespace gridmark::lab2
