#pragma once
#include <string>
#include <vector>

#include "grader/core/submission.h"

namespace gridmark::system {

/// The files below the open folder that are not in `known` (sorted), each with the reason why it is left out,
/// sorted by name, at most 100. Reads at most 10,000 entries and 16 levels, and reports where it stopped.
std::vector<IgnoredFile> list_other_files(int folder, const std::vector<std::string>& known);

}  // namespace gridmark::system
