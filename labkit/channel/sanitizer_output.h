#pragma once
// Translates the output of NVIDIA's compute-sanitizer into findings of the emulated device.
//
// The format is described in the tool's manual (docs.nvidia.com/compute-sanitizer, "Understanding ...
// Reports"). Each line begins with "=========". A report starts with a line that names the error, and the
// lines after it give the place. Programs are compiled with -lineinfo, so places end in "in FILE:LINE".
#include <string>
#include <string_view>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::channel {

struct SanitizerReport {
  std::vector<emulation::Finding> findings;  ///< one for each kind and source line, in the order of the text
  std::vector<emulation::Allocation> leaks;  ///< memory that was never freed
  std::vector<emulation::Finding> faults;    ///< these end a worker: not all threads reach a barrier
  std::size_t total = 0;                     ///< number of reports, before those of one line were merged
  bool finished = false;                     ///< the summary was seen, so nothing was cut off
};

/// text  output of memcheck (with or without leaks), racecheck, initcheck or synccheck
SanitizerReport read_sanitizer_output(std::string_view text);

}  // namespace gridmark::channel
