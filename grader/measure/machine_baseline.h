#pragma once
// The machine baseline. gridmark's programs measure it, and it is kept until the machine starts again.
#include <filesystem>
#include <optional>

#include "grader/core/error.h"
#include "grader/core/machine.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::measure {

struct KnownBaseline {
  MachineBaseline baseline;
  std::string text;   ///< the file's text
  bool kept = false;  ///< read from the file, not measured now
};

/// The file for machine baselines, in the user's cache.
std::filesystem::path baseline_file();

/// The stored baseline, if it is from this start of the machine and has a date.
std::optional<KnownBaseline> kept_baseline();

/// Measures for some seconds. `now` is UTC, RFC 3339.
///
/// errors  toolchain: one of the programs failed
Result<KnownBaseline> measure_baseline(const system::ProgramPaths& paths, const system::StopFlag& stop,
                                       const std::string& now);

/// Stores a baseline for later runs. Use it only for one from a quiet machine, because among other programs
/// the machine would look too slow. If it cannot be stored, later runs measure again.
void keep_baseline(const KnownBaseline& baseline);

/// The output of one of gridmark's programs.
///
/// errors  toolchain: it failed, or took more than 120 s
Result<std::string> output_of(const std::filesystem::path& program, std::vector<std::string> words,
                              const system::StopFlag& stop);

}  // namespace gridmark::measure
