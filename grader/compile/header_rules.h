#pragma once
#include <optional>
#include <string>

#include "grader/compile/source_facts.h"
#include "grader/core/lab.h"

namespace gridmark::compile {

/// Why a submission must not use `file`, as the end of "benchmark.cu:3: ", or nothing if it may.
///
/// Allowed are the submission's own files, the lab's headers, C++ and C headers that need no operating
/// system, CUDA's runtime, and headers that the lab adds. Headers that these include are not checked, except
/// those of CUDA libraries.
std::optional<std::string> refused_header(const IncludedFile& file, const Permissions& permissions,
                                          const std::vector<std::string>& own_files);

}  // namespace gridmark::compile
