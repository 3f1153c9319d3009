#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/manual_points.h"
#include "grader/core/rubric.h"

namespace gridmark::load {

/// The rows of manual.csv with points. Its columns are submission, item, points, by and comment, in any
/// order. The last two are optional. A row without points is not judged yet.
///
/// errors  usage: not such a CSV, a missing or unknown column, an item that is not in the rubric or not
///         manual, points that are not a number, not in steps of 0.01 or above the item's, a submission and
///         item twice. Each names line and column.
Result<std::vector<ManualPoints>> parse_manual(std::string_view text, const std::string& where,
                                               const Rubric& rubric);

/// The same for a file of at most 1 MiB.
Result<std::vector<ManualPoints>> load_manual(const std::filesystem::path& path, const Rubric& rubric);

/// The name in `names` that a row refers to: the same name, or the name whose last folder it is.
///
/// errors  usage: no name or several fit (where: as given)
Result<std::string> meant_submission(const std::string& submission, const std::vector<std::string>& names,
                                     const std::string& where);

}  // namespace gridmark::load
