#pragma once
#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// The version of the kernel's Landlock interface. 0 if there is none or if it is turned off.
int landlock_version();

/// Gaps of a Landlock version that the system call filter must close.
struct LandlockCoverage {
  bool applied = false;
  bool truncation = false;  ///< version 3: covers truncate() by name
  bool signals = false;     ///< version 6: covers signals to processes outside
};

/// Denies the calling process and its future children all files except the system's programs and libraries,
/// `options.read` (host names) and, for writing, `options.writable`. Sets errno on failure.
LandlockCoverage restrict_files(const Options& options);

}  // namespace gridmark::sandbox
