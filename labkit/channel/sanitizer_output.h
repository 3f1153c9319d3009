#pragma once
// What NVIDIA's compute-sanitizer prints, as the emulated device would have said it.
//
// The format is that of the tool's manual (docs.nvidia.com/compute-sanitizer, "Understanding ... Reports"):
// each line begins with "=========", a report with a line that names the error, and the lines after it say
// where. Programs are compiled with -lineinfo, so that places end in "in FILE:LINE".
#include <string>
#include <string_view>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::channel {

struct SanitizerReport {
  std::vector<emulation::Finding> findings;  ///< one for each kind and source line, in the order of the text
  std::vector<emulation::Allocation> leaks;  ///< memory that was never freed
  std::vector<emulation::Finding>
      faults;             ///< what the emulated device ends a worker for: barriers that not all reach
  std::size_t total = 0;  ///< reports before those of one line became one
  bool finished = false;  ///< the summary came: nothing was cut off
};

/// text  of any of the tools memcheck (with or without leaks), racecheck, initcheck, synccheck
SanitizerReport read_sanitizer_output(std::string_view text);

}  // namespace gridmark::channel
