#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "grader/core/error.h"

namespace gridmark::load {

/// A case in one file: the expected verdict, and below it a change of the lab's solution.
///
///   why: The grid rounds down, so what is not a multiple of the block
///     is never computed.
///   loses: tiled_correct, no_leaks
///   keeps no_leaks: 0.75
///   says tiled_correct: never written
///   diff --git a/benchmark.cu b/benchmark.cu
///   ...
///
/// A line is `KEY: VALUE`, or `KEY ITEM: VALUE` for a key that has one value for each item. Lists are
/// separated by commas. An indented line continues the value above it. `git apply` skips these lines.
struct CasePatch {
  nlohmann::json header;  ///< the contents of an expect.json for the same case
  std::string diff;
};

/// errors  lab: a line that is not a header line, a key twice, no changes below the header, changes of files
///         that are not text
Result<CasePatch> read_case_patch(std::string_view text, const std::string& where);

}  // namespace gridmark::load
