#pragma once
// The numbers that a handout states, held against the rubric: a student aims at the number that stands there.
#include <string>
#include <vector>

#include "grader/core/rubric.h"

namespace gridmark::proofs {

/// Every number of `line`, as the rubric would write it: 1/8 is 0.125 too, 35 % is 0.35 too, and "half" is
/// 0.5.
std::vector<double> numbers_in(const std::string& line);

/// What of the rubric the handout does not state, a complaint each: its sum and pass mark at the beginning,
/// and for each curve a line of the section about grading with all limits and what each earns.
///
/// beginning, graded  text of the handout's beginning and of that section
std::vector<std::string> unstated_numbers(const std::string& beginning, const std::string& graded,
                                          const Rubric& rubric);

}  // namespace gridmark::proofs
