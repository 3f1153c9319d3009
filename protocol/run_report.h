#pragma once
// The report of gridmark-sandbox on a run, as one line of JSON.
#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

struct RunReport {
  /// Why the run ended. `internal` is a failure of the sandbox. All other values are caused by the command.
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
  std::string mode;     ///< isolation: "bubblewrap", "landlock" or "none"
  std::string control;  ///< the mechanism that counted and limited: "cgroup2", "cgroup1" or "watchdog"
  End end = End::exited;
  int exit_code = 0;
  int signal = 0;
  std::string detail;  ///< "ptrace", "ran longer than 10 s"
  double wall_seconds = 0;
  double cpu_seconds = 0;
  std::int64_t peak_bytes = 0;
  std::int64_t output_bytes = 0;
  std::string output_head;            ///< first 64 KiB of stdout and stderr in their original order
  std::string output_tail;            ///< last 4 KiB of the output beyond the head
  int survivors = 0;                  ///< processes alive when the command ended, which were killed
  std::vector<std::string> exported;  ///< names inside the sandbox
};

constexpr auto names(RunReport::End) {
  using enum RunReport::End;
  return EnumNames<RunReport::End, 12>{{{exited, "exited"},
                                        {signalled, "signalled"},
                                        {wall_limit, "wall_limit"},
                                        {cpu_limit, "cpu_limit"},
                                        {memory_limit, "memory_limit"},
                                        {output_limit, "output_limit"},
                                        {file_size_limit, "file_size_limit"},
                                        {files_limit, "files_limit"},
                                        {disk_limit, "disk_limit"},
                                        {forbidden, "forbidden"},
                                        {stopped, "stopped"},
                                        {internal, "internal"}}};
}

constexpr auto fields(const RunReport*) {
  return std::tuple{field("mode", &RunReport::mode),
                    field("control", &RunReport::control),
                    field("end", &RunReport::end),
                    field("exit_code", &RunReport::exit_code),
                    field("signal", &RunReport::signal),
                    field("detail", &RunReport::detail),
                    field("wall_seconds", &RunReport::wall_seconds),
                    field("cpu_seconds", &RunReport::cpu_seconds),
                    field("peak_bytes", &RunReport::peak_bytes),
                    field("output_bytes", &RunReport::output_bytes),
                    field("output_head", &RunReport::output_head),
                    field("output_tail", &RunReport::output_tail),
                    field("survivors", &RunReport::survivors),
                    field("exported", &RunReport::exported)};
}

}  // namespace gridmark
