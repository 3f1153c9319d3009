#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "grader/core/error.h"

namespace gridmark::load {

/// A case that is one file: the expected verdict, and below it a change of the lab's solution.
///
///   why: The grid rounds down, so what is not a multiple of the block
///     is never computed.
///   loses: tiled_correct, no_leaks
///   keeps no_leaks: 0.75
///   says tiled_correct: never written
///   diff --git a/benchmark.cu b/benchmark.cu
///   ...
///
/// A line is `KEY: VALUE`, or `KEY ITEM: VALUE` for a key that has one value for each item. Lists have
/// commas. An indented line goes on with the value above it. `git apply` skips all of it.
struct CasePatch {
  nlohmann::json header;  ///< as the same case's expect.json would be
  std::string diff;
};

/// errors  lab: a line that is no header line, a key twice, no changes below the header, changes of files
///         that are no text
Result<CasePatch> read_case_patch(std::string_view text, const std::string& where);

}  // namespace gridmark::load
