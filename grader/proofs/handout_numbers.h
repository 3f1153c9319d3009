#pragma once
// Compares the numbers in a handout with the rubric, because students aim at the stated numbers.
#include <string>
#include <vector>

#include "grader/core/rubric.h"

namespace gridmark::proofs {

/// Every number of `line`, in the rubric's form: 1/8 is also 0.125, 35 % is also 0.35, and "half" is 0.5.
std::vector<double> numbers_in(const std::string& line);

/// The rubric's numbers that the handout does not state, one complaint for each: its sum and pass mark at the
/// beginning, and for each curve a line of the section about grading with all limits and their points.
///
/// beginning, graded  text of the handout's beginning and of that section
std::vector<std::string> unstated_numbers(const std::string& beginning, const std::string& graded,
                                          const Rubric& rubric);

}  // namespace gridmark::proofs
