#pragma once
#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// The version of the kernel's Landlock interface; 0 where it has none or where it is turned off.
int landlock_version();

/// What a version leaves open, for the filter of system calls to close.
struct LandlockCoverage {
  bool applied = false;
  bool truncation = false;  ///< version 3: truncate() by name
  bool signals = false;     ///< version 6: processes outside cannot be signalled
};

/// Shuts the calling process and all it will start off from every file but the system's programs and
/// libraries, `options.read` (host names) and, for writing, `options.writable`. Sets errno on failure.
LandlockCoverage restrict_files(const Options& options);

}  // namespace gridmark::sandbox
