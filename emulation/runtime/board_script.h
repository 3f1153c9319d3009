#pragma once
// A script of readings, so that a monitor can be tried with hot, slow and idle devices.
#include <string>
#include <vector>

#include "emulation/runtime/board.h"

namespace gridmark::emulation {

/// A line of the script: it holds from its moment until the device's next one.
struct ScriptedSample {
  Nanoseconds from = 0;
  int device = 0;
  BoardSample sample = {};
};

struct BoardScript {
  std::vector<ScriptedSample> samples;  ///< each device's by time
  std::string error = {};               ///< "FILE:LINE:COLUMN: what is wrong, what was expected"
};

/// Seven numbers a line, separated by commas: seconds of modelled time, device, percent of time that kernels
/// run, percent of time that memory is used, watts, degrees Celsius, MHz of the multiprocessors. Empty lines,
/// lines that begin with #, and one line of names at the top are passed over.
BoardScript parse_board_script(const std::string& text, const std::string& file, int devices);

/// Regular files of at most a MiB.
BoardScript read_board_script(const std::string& file, int devices);

}  // namespace gridmark::emulation
