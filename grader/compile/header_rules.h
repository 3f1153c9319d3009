#pragma once
#include <optional>
#include <string>

#include "grader/compile/source_facts.h"
#include "grader/core/lab.h"

namespace gridmark::compile {

/// Why a submission may not use `file`, as the end of "benchmark.cu:3: ", or nothing: it may.
///
/// Allowed are the submission's own files, the lab's headers, those of C++ and C that need no operating
/// system, CUDA's runtime, and what the lab adds. Headers that these include are their own affair, but for
/// libraries of CUDA.
std::optional<std::string> refused_header(const IncludedFile& file, const Permissions& permissions,
                                          const std::vector<std::string>& own_files);

}  // namespace gridmark::compile
