#include "emulation/timeline_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "emulation/runtime/time_model.h"
#include "emulation/timeline/chrome_trace.h"
#include "emulation/timeline/record.h"

namespace gridmark::emulation {
namespace {

const char* timeline_name() {
  const char* name = std::getenv("GRIDMARK_TIMELINE");
  return name && *name ? name : nullptr;
}

bool write_to(const std::string& name) {
  errno = 0;
  std::ofstream file(name, std::ios::trunc);
  if (file) write_chrome_trace(file, read_timeline(), time_model.submission);
  file.close();
  return !file.fail();
}

/// Replaces the file in one step, so a reader never sees half of it. A special file such as /dev/stdout
/// cannot be replaced.
bool replace(const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored) && !std::filesystem::is_regular_file(name, ignored))
    return write_to(name);
  const std::string partial = name + "." + std::to_string(getpid()) + ".part";
  if (write_to(partial) && std::rename(partial.c_str(), name.c_str()) == 0) return true;
  const int error = errno;
  std::filesystem::remove(partial, ignored);
  errno = error;
  return false;
}

/// The writing process, because a forked child would replace the file with its own. It is set before the
/// program's objects are constructed, so that the file is written after their destructors.
const pid_t writer = [] {
  if (!timeline_name()) return pid_t{0};
  keep_calls(true);
  std::atexit(write_timeline_file);
  return getpid();
}();

}  // namespace

void write_timeline_file() {
  const char* name = timeline_name();
  if (!name || getpid() != writer || replace(name)) return;
  std::fprintf(stderr,
               "gridmark: cannot write the timeline %s: %s. Name another file with GRIDMARK_TIMELINE\n", name,
               std::strerror(errno));
}

}  // namespace gridmark::emulation
