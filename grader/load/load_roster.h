#pragma once
// roster.csv -> the students of a course.
#include <filesystem>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/roster.h"

namespace gridmark::load {

/// The place of the submissions: in the roster's column "repository", or elsewhere. With `elsewhere` the
/// column is not needed.
enum class Repositories { in_roster, elsewhere };

/// Needs the columns id and repository. Optional are name, email, group and extension ("2" days for every
/// lab, or "lab1-gpu-basics=2; lab2=1.5"). Other columns are ignored. A repository that is a path is relative
/// to `folder`.
///
/// labs    of the course, for the extensions, or empty if unknown
/// errors  usage, all faults with line and column: all errors of parse_csv(), a column missing or twice, an
///         id that is there twice or cannot name a folder, an invalid extension or one for an unknown lab
Result<Roster> parse_roster(std::string_view text, const std::string& where,
                            const std::filesystem::path& folder, const std::vector<std::string>& labs = {},
                            Repositories repositories = Repositories::in_roster);

/// The same for a file of at most 1 MiB. Paths are relative to its folder.
Result<Roster> load_roster(const std::filesystem::path& path, const std::vector<std::string>& labs,
                           Repositories repositories);

}  // namespace gridmark::load
