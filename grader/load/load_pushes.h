#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/moment.h"

namespace gridmark::load {

/// What a host says: a student's commit reached it at a moment.
struct Push {
  std::string student;  ///< id in the roster
  std::string commit;
  Moment at = 0;
};

/// A table with the columns student, commit and pushed (RFC 3339); others are passed over.
///
/// students  ids of the class
/// errors    usage, with line and column: what load_table() refuses, a column that is missing, a student whom
/// nobody
///           knows, no commit's id, no moment
Result<std::vector<Push>> load_pushes(const std::filesystem::path& path,
                                      const std::vector<std::string>& students);

}  // namespace gridmark::load
