#pragma once
// What this machine can do: measured by gridmark's own programs, and kept until it starts anew.
#include <filesystem>
#include <optional>

#include "grader/core/error.h"
#include "grader/core/machine.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::measure {

struct KnownBaseline {
  MachineBaseline baseline;
  std::string text;   ///< as the file has it
  bool kept = false;  ///< from the file, not measured now
};

/// Where machine baselines are kept: the user's cache.
std::filesystem::path baseline_file();

/// The one that is kept, where it is of this start of the machine and says when it was measured.
std::optional<KnownBaseline> kept_baseline();

/// Some seconds. `now` is UTC, RFC 3339.
///
/// errors  toolchain: one of the programs failed
Result<KnownBaseline> measure_baseline(const system::ProgramPaths& paths, const system::StopFlag& stop,
                                       const std::string& now);

/// For later runs. Only one that was measured on a quiet machine: among other programs it would look slower
/// than it is. One that cannot be kept is measured again.
void keep_baseline(const KnownBaseline& baseline);

/// What one of gridmark's own programs prints.
///
/// errors  toolchain: it failed, or took more than 120 s
Result<std::string> output_of(const std::filesystem::path& program, std::vector<std::string> words,
                              const system::StopFlag& stop);

}  // namespace gridmark::measure
