#pragma once
// tests/submissions/LAB/CASE[.patch] and labs/LAB/mutants/CASE.patch -> SubmissionCase.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/rubric.h"
#include "grader/core/submission_case.h"

namespace gridmark::load {

/// CASE.patch files and folders of all cases of the lab `lab` below `root`, the course, sorted.
std::vector<std::filesystem::path> case_paths(const std::filesystem::path& root, const std::string& lab);

/// Reads a case from `text`, an expect.json. Values that depend on the folder stay empty.
///
/// errors  lab: not JSON, unknown keys and values, items that `rubric` does not have (names the nearest),
///         points that disagree with the lost items, an invalid regular expression
Result<SubmissionCase> parse_case(std::string_view text, const std::string& where, const Rubric& rubric);

/// Reads a case from `text`, a patch with a header. Its name and path stay empty.
///
/// errors  as read_case_patch and parse_case
Result<SubmissionCase> parse_patch(std::string_view text, const std::string& where, const Rubric& rubric);

/// The case at `path`, a .patch file or a folder.
///
/// errors  as parse_case and parse_patch, and a folder without files or with files of two kinds
Result<SubmissionCase> load_case(const std::filesystem::path& path, const Rubric& rubric);

/// Every case of a lab: its solution and its unchanged starter first, then its patches and folders. A case
/// has a fault if it cannot be read, or if it is the twin of a missing case.
std::vector<SubmissionCase> load_cases(const std::filesystem::path& root, const Rubric& rubric);

}  // namespace gridmark::load
