#pragma once
// Which files of a submission the grader reads.
#include <string>
#include <vector>

#include "grader/core/lab.h"

namespace gridmark {

inline constexpr const char* report_name = "REPORT.md";

/// Names of the files under results/ that the lab reads. A picture may have either format.
std::vector<std::string> result_names(const WrittenPart& wanted);

/// The starter's files, and REPORT.md and results if the lab has a report. Each name comes once, sorted.
std::vector<std::string> taken_names(const Lab& lab);

}  // namespace gridmark
