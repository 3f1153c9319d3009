#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/manual_points.h"
#include "grader/core/rubric.h"

namespace gridmark::load {

/// The rows of manual.csv whose points are filled in. Its columns are submission, item, points, by and
/// comment, in any order; the last two may be left out. A row without points is one that nobody has judged
/// yet.
///
/// errors  usage: no such CSV, a column missing or unknown, an item that the rubric does not have or that is
/// not
///         manual, points that are no number, not in steps of 0.01 or above the item's, a submission and item
///         twice. Each names line and column.
Result<std::vector<ManualPoints>> parse_manual(std::string_view text, const std::string& where,
                                               const Rubric& rubric);

/// The same of a file of at most 1 MiB.
Result<std::vector<ManualPoints>> load_manual(const std::filesystem::path& path, const Rubric& rubric);

/// The name in `names` that a row means: the same, or the one whose last folder it is.
///
/// errors  usage: none or several are meant (where: as given)
Result<std::string> meant_submission(const std::string& submission, const std::vector<std::string>& names,
                                     const std::string& where);

}  // namespace gridmark::load
