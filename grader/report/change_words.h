#pragma once
// The source changes that an explanation advises, for people.
#include <string>
#include <vector>

#include "grader/core/fix.h"
#include "grader/report/html_template.h"

namespace gridmark::report {

/// "Change benchmark.cu:45" or "Add a line behind benchmark.cu:127", then the removed lines with - and the
/// added lines with +.
std::vector<std::string> change_lines(const std::vector<Fix>& fixes);

/// The same for a page: a heading and the lines of each change.
html::Data advised_changes_data(const std::vector<Fix>& fixes);

}  // namespace gridmark::report
