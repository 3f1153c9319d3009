#pragma once
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "grader/core/error.h"

namespace gridmark::compile {

/// What the trusted part of a worker (labkit/channel/close_worker.sh) is made of, by its linker names.
struct WorkerNames {
  using Names = std::set<std::string, std::less<>>;
  Names offered;  ///< a submission may use these
  Names taken;    ///< a submission may define none of these: the offered ones but for vtables, and the hidden
                  ///< ones
};

/// errors  toolchain: the file is missing or not one of these; build gridmark again
Result<WorkerNames> read_worker_names(const std::filesystem::path& file);

}  // namespace gridmark::compile
