#pragma once
#include <optional>
#include <string>
#include <vector>

namespace gridmark::benchmarks {

/// Resources that one run of a program used.
struct WatchedRun {
  int exit_code = -1;        ///< -1: ended by a signal
  double wall_seconds = 0;
  double cpu_seconds = 0;    ///< of the complete machine, which should do no other work
  double peak_mib = 0;       ///< resident memory of the program alone, without its children
  std::string output;
};

/// Runs `command`, and sends SIGKILL to it after `kill_after` seconds.
WatchedRun run_watched(const std::vector<std::string>& command, std::optional<double> kill_after = {});

}  // namespace gridmark::benchmarks
