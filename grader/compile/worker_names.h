#pragma once
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "grader/core/error.h"

namespace gridmark::compile {

/// The linker names in the trusted part of a worker (labkit/channel/close_worker.sh).
struct WorkerNames {
  using Names = std::set<std::string, std::less<>>;
  Names offered;  ///< a submission may use these
  Names taken;    ///< not for a submission: the offered names without vtables, and the hidden ones
};

/// errors  toolchain: the file is missing or has another format, build gridmark again
Result<WorkerNames> read_worker_names(const std::filesystem::path& file);

}  // namespace gridmark::compile
