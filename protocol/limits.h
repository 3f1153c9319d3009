#pragma once
#include <cstdint>

#include "protocol/fields.h"

namespace gridmark {

/// Limits of one run of a submission's code.
struct Limits {
  double wall_seconds = 60;  ///< one call. Generous, so that a busy machine costs no points
  double cpu_seconds = 10;   ///< one test, all threads together. Ends an endless loop
  std::int64_t memory_mib = 2048;
  int processes = 64;  ///< processes and threads
  std::int64_t output_kib = 256;
  std::int64_t file_size_mib = 64;
  std::int64_t files = 10'000;  ///< files and folders that it creates
  friend bool operator==(const Limits&, const Limits&) = default;
};

constexpr auto fields(const Limits*) {
  constexpr Range seconds{0.1, 3600, "a number of seconds, 0.1 to 3600"};
  constexpr Range mebibytes{1, 1 << 20, "a whole number of MiB, 1 to 1048576"};
  constexpr Range kibibytes{1, 1 << 20, "a whole number of KiB, 1 to 1048576"};
  constexpr Range processes{1, 4096, "a whole number of processes, 1 to 4096"};
  constexpr Range files{1, 1'000'000, "a whole number of files, 1 to 1000000"};
  using enum Presence;
  return std::tuple{
      field("wall_seconds", &Limits::wall_seconds, seconds, "", optional),
      field("cpu_seconds", &Limits::cpu_seconds, seconds, "", optional),
      field("memory_mib", &Limits::memory_mib, mebibytes, "", optional),
      field("processes", &Limits::processes, processes, "processes and threads", optional),
      field("output_kib", &Limits::output_kib, kibibytes, "", optional),
      field("file_size_mib", &Limits::file_size_mib, mebibytes, "", optional),
      field("files", &Limits::files, files, "files and folders made in the run's own folders", optional)};
}

}  // namespace gridmark
