#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::sandbox {

/// Why a run is over. internal is the sandbox's own failure, everything else the command's doing.
enum class End {
  exited,
  signalled,
  wall_limit,
  cpu_limit,
  memory_limit,
  output_limit,
  file_size_limit,
  files_limit,
  disk_limit,
  forbidden,
  stopped,
  internal,
};

std::string_view name_of(End end);

struct Report {
  std::string mode;
  std::string control;  ///< who counted and capped: cgroup2, cgroup1 or watchdog
  End end = End::internal;
  int exit_code = 0;
  int signal = 0;
  std::string detail;  ///< one sentence, bytes
  double wall_seconds = 0;
  double cpu_seconds = 0;
  std::int64_t peak_bytes = 0;
  std::int64_t output_bytes = 0;
  std::string output_head;  ///< first 64 KiB of stdout and stderr as they came
  std::string output_tail;  ///< last 4 KiB of what did not fit in the head
  int survivors = 0;        ///< processes that were alive when the command had ended; killed
  std::vector<std::string> exported;
};

/// One line of JSON; bytes that are no UTF-8 become U+FFFD.
std::string to_json_line(const Report& report);

}  // namespace gridmark::sandbox
