#pragma once
// The changes of the source that an explanation advises, for people.
#include <string>
#include <vector>

#include "grader/core/fix.h"
#include "grader/report/html_template.h"

namespace gridmark::report {

/// "Change benchmark.cu:45", "Add a line behind benchmark.cu:127"; then what goes and what comes, with - and
/// +.
std::vector<std::string> change_lines(const std::vector<Fix>& fixes);

/// The same for a page: a heading and its lines for each change.
html::Data advised_changes_data(const std::vector<Fix>& fixes);

}  // namespace gridmark::report
