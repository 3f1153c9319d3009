#pragma once

namespace gridmark::cli {

/// What the shell sees.
enum ExitCode : int {
  exit_passing = 0,       ///< graded, and passing
  exit_below = 1,         ///< graded, and below the pass mark
  exit_open = 1,          ///< written, and points are still open
  exit_not_graded = 2,    ///< the grader could not grade; the message says why
  exit_wrong_usage = 64,  ///< as BSD's sysexits.h has it
  exit_stopped = 130      ///< by Ctrl-C or a signal, as shells have it; nothing was written
};

}  // namespace gridmark::cli
