#include "grader/sandbox/process_limits.h"

#include <sys/resource.h>

#include <cmath>

namespace gridmark::sandbox {
namespace {

void set_limit(__rlimit_resource resource, std::int64_t value) {
  const rlimit limit{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
  setrlimit(resource, &limit);
}

}  // namespace

// RLIMIT_AS and RLIMIT_DATA are not set, because the emulated device, sanitizers and CUDA reserve far more
// addresses than they use.
void set_process_limits(const Options& options, std::int64_t others) {
  constexpr std::int64_t open_files = 256, locked_bytes = 64 * 1024, signals_and_timers = 256;
  // The limit is 1, because with 0 the kernel would still start the machine's crash handler if core_pattern
  // is a pipe. With 1 the kernel does not start it, as for a handler that crashes itself.
  set_limit(RLIMIT_CORE, 1);
  set_limit(RLIMIT_FSIZE, options.file_size_mib << 20);
  set_limit(RLIMIT_NOFILE, open_files);
  set_limit(RLIMIT_NPROC, others + options.processes);
  set_limit(RLIMIT_MSGQUEUE, 0);
  set_limit(RLIMIT_SIGPENDING, signals_and_timers);
  set_limit(RLIMIT_MEMLOCK, locked_bytes);
  // The supervisor counts the time of all processes and reports the limit. This limit, one second later, is
  // only a backstop.
  set_limit(RLIMIT_CPU, static_cast<std::int64_t>(std::ceil(options.cpu_seconds)) + 1);
}

}  // namespace gridmark::sandbox
