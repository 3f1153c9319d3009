#pragma once
// roster.csv -> the students of a course.
#include <filesystem>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/roster.h"

namespace gridmark::load {

/// Where the submissions are: in the roster's column "repository", or elsewhere, and the column is not
/// needed.
enum class Repositories { in_roster, elsewhere };

/// Columns id and repository, and where they are wanted name, email, group, extension ("2" days for every
/// lab, or "lab1-gpu-basics=2; lab2=1.5"); others are passed over. A repository that is a path is relative to
/// `folder`.
///
/// labs    of the course, for the extensions; empty: not known
/// errors  usage, all faults with line and column: what parse_csv() refuses, a column that is missing or
/// twice, an
///         id that is there twice or cannot name a folder, an extension that is none or of no lab
Result<Roster> parse_roster(std::string_view text, const std::string& where,
                            const std::filesystem::path& folder, const std::vector<std::string>& labs = {},
                            Repositories repositories = Repositories::in_roster);

/// The same from a file of at most 1 MiB; its folder is the one that paths are relative to.
Result<Roster> load_roster(const std::filesystem::path& path, const std::vector<std::string>& labs,
                           Repositories repositories);

}  // namespace gridmark::load
