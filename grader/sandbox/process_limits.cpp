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

// There is no RLIMIT_AS and no RLIMIT_DATA: the emulated device, sanitizers and CUDA reserve far more
// addresses than they use.
void set_process_limits(const Options& options, std::int64_t others) {
  constexpr std::int64_t open_files = 256, locked_bytes = 64 * 1024, signals_and_timers = 256;
  // 0 would still start the machine's handler of crashes, where core_pattern is a pipe; the kernel takes 1
  // for such a handler that crashes itself.
  set_limit(RLIMIT_CORE, 1);
  set_limit(RLIMIT_FSIZE, options.file_size_mib << 20);
  set_limit(RLIMIT_NOFILE, open_files);
  set_limit(RLIMIT_NPROC, others + options.processes);
  set_limit(RLIMIT_MSGQUEUE, 0);
  set_limit(RLIMIT_SIGPENDING, signals_and_timers);
  set_limit(RLIMIT_MEMLOCK, locked_bytes);
  // A backstop a second later than the supervisor's own count over all processes, which names the limit.
  set_limit(RLIMIT_CPU, static_cast<std::int64_t>(std::ceil(options.cpu_seconds)) + 1);
}

}  // namespace gridmark::sandbox
