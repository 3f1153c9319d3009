#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/system/stop_flag.h"

namespace gridmark::system {

struct ProcessRequest {
  std::vector<std::string> arguments;                   ///< first the program's path, PATH is not searched
  std::optional<std::vector<std::string>> environment;  ///< NAME=VALUE, default: the caller's
  std::filesystem::path folder;                         ///< working folder, default: the caller's
  std::optional<double> timeout_seconds;
  std::size_t output_cap = 1 << 20;      ///< bytes kept of stdout, of stderr and of the report, each
  std::vector<int> keep_descriptors;     ///< stay open under their numbers, all others close
  std::optional<int> report_descriptor;  ///< a third output under this number (>= 3), read into `report`
};

struct ProcessResult {
  int exit_code = 0;  ///< -1 if a signal ended it
  int signal = 0;
  bool timed_out = false;    ///< ended by timeout_seconds
  bool stopped = false;      ///< ended by the stop flag
  std::string output;        ///< stdout, the first output_cap bytes
  std::string error_output;  ///< stderr, likewise
  std::string report;
  double seconds = 0;  ///< wall time
};

/// This process's variables, as NAME=VALUE.
std::vector<std::string> own_environment();

/// Runs a trusted program to its end, with nothing on its stdin. On timeout or stop its process group gets
/// SIGTERM, and SIGKILL two seconds later. It ends with the calling process.
///
/// errors  toolchain: the program cannot be started (where: its path)
Result<ProcessResult> run_process(const ProcessRequest& request, const StopFlag& stop);

}  // namespace gridmark::system
