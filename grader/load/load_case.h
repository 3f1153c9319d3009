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

/// The case that `text`, an expect.json, describes; what depends on the folder is left empty.
///
/// errors  lab: not JSON, unknown keys and values, items that `rubric` does not have (names the nearest),
///         points that disagree with the items lost, a regular expression that is none
Result<SubmissionCase> parse_case(std::string_view text, const std::string& where, const Rubric& rubric);

/// The case that `text`, a patch with a header, describes; its name and place are left empty.
///
/// errors  as read_case_patch and parse_case
Result<SubmissionCase> parse_patch(std::string_view text, const std::string& where, const Rubric& rubric);

/// The case at `path`, a .patch file or a folder.
///
/// errors  as parse_case and parse_patch; a folder without files of its own, or with files of two kinds
Result<SubmissionCase> load_case(const std::filesystem::path& path, const Rubric& rubric);

/// Every case of a lab: its solution and its untouched starter first, then its patches and folders. A case
/// that cannot be read, or a twin of a case that is not there, has its fault.
std::vector<SubmissionCase> load_cases(const std::filesystem::path& root, const Rubric& rubric);

}  // namespace gridmark::load
