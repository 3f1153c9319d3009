#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/moment.h"

namespace gridmark::load {

/// A host's record that a student's commit reached it at a moment.
struct Push {
  std::string student;  ///< id in the roster
  std::string commit;
  Moment at = 0;
};

/// A table with the columns student, commit and pushed (RFC 3339). Other columns are ignored.
///
/// students  ids of the class
/// errors    usage, with line and column: all errors of load_table(), a missing column, an unknown student,
///           an invalid commit id, an invalid moment
Result<std::vector<Push>> load_pushes(const std::filesystem::path& path,
                                      const std::vector<std::string>& students);

}  // namespace gridmark::load
