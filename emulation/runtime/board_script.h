#pragma once
// A script of readings, to test a monitor with hot, slow and idle devices.
#include <string>
#include <vector>

#include "emulation/runtime/board.h"

namespace gridmark::emulation {

/// A line of the script. It is valid from its moment until the device's next one.
struct ScriptedSample {
  Nanoseconds from = 0;
  int device = 0;
  BoardSample sample = {};
};

struct BoardScript {
  std::vector<ScriptedSample> samples;  ///< sorted by time for each device
  std::string error = {};               ///< "FILE:LINE:COLUMN: the error, the expected text"
};

/// Seven numbers a line, separated by commas: seconds of modelled time, device, percent of time that kernels
/// run, percent of time that memory is used, watts, degrees Celsius, MHz of the multiprocessors. Empty lines,
/// lines that begin with #, and one line of names at the top are skipped.
BoardScript parse_board_script(const std::string& text, const std::string& file, int devices);

/// Reads regular files of at most a MiB.
BoardScript read_board_script(const std::string& file, int devices);

}  // namespace gridmark::emulation
