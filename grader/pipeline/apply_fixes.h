#pragma once
#include <filesystem>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/fix.h"

namespace gridmark::pipeline {

/// Changes the files of a submission as an explanation advises.
///
/// errors  lab: a missing file or line, a line without the text to replace, a name that leads out of the
///         folder
Result<void> apply_fixes(const std::vector<Fix>& fixes, const std::filesystem::path& submission);

}  // namespace gridmark::pipeline
