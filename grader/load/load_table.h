#pragma once
#include <filesystem>
#include <vector>

#include "grader/core/csv.h"
#include "grader/core/error.h"

namespace gridmark::load {

/// A table that another program exported. It may be wide and have long comments.
///
/// errors  usage, all faults with line and column
Result<std::vector<CsvRow>> load_table(const std::filesystem::path& path);

}  // namespace gridmark::load
