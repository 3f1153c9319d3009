// gridmark-sandbox runs one command under limits and reports the result. It does not grade.
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "grader/sandbox/stub.h"
#include "grader/sandbox/supervisor.h"

namespace {

using namespace gridmark::sandbox;

constexpr int exit_ok = 0, exit_failure = 2, exit_usage = 64;

constexpr const char* usage = R"(usage:
  gridmark-sandbox run --report-fd N [options] -- PROGRAM ARGS...
  gridmark-sandbox probe

  --mode auto|bubblewrap|landlock|none
                                auto: the best that works here, none only with --trust (default)
  --trust                       auto may run the command without isolation
  --report-fd N                 one line of JSON is written here when the run is over
  --wall-seconds X  --cpu-seconds X  --memory-mib N  --processes N
  --output-kib N  --file-size-mib N  --tmp-mib N  --files N
  --control auto|cgroup2|cgroup1|watchdog
                                who counts and caps memory and CPU time (default: the first that works)
  --landlock-version N          use no newer interface of the kernel's; 0: none at all
  --read HOST:INSIDE            the command sees HOST read-only as INSIDE
  --work MIB                    private writable /box, the working folder
  --devices nvidia              the driver's device nodes, /sys read-only, and memory files
  --device PATH                 likewise, this device node
  --chdir DIR                   another working folder
  --keep-fd N                   this descriptor stays open under its number
  --export INSIDE:HOST:MAX      copies a regular file out when the command has exited
  --env NAME=VALUE              beside PATH, HOME, LANG, TMPDIR

example:
  gridmark-sandbox run --report-fd 1 --wall-seconds 2 -- /bin/echo hello
)";

void require_open(int descriptor, const char* option) {
  if (fcntl(descriptor, F_GETFD) < 0)
    throw UsageError(std::string(option) + " " + std::to_string(descriptor) + " is not open");
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

int run(const std::vector<std::string>& arguments) {
  const Options options = parse_options(arguments);
  if (options.report_fd < 0) throw UsageError("--report-fd is missing");
  require_open(options.report_fd, "--report-fd");
  for (const int descriptor : options.keep_fds) require_open(descriptor, "--keep-fd");
  const Report report = supervise(options);
  prctl(PR_SET_DUMPABLE, 1);  // no hostile process is left, and leak checkers inspect this one at its end
  const bool written = write_all(options.report_fd, to_json_line(report));
  return written && report.end != End::internal ? exit_ok : exit_failure;
}

int probe() {
  const Probe found = probe_modes();
  const nlohmann::ordered_json json{{"mode", found.mode},
                                    {"control", found.control},
                                    {"why_not_better", found.why_not_better},
                                    {"fix", found.fix}};
  std::cout << json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
  return exit_ok;
}

int dispatch(const std::vector<std::string>& words) {
  const std::string command = words.empty() ? "" : words[0];
  const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
  if (command == "run") return run(rest);
  if (command == "probe") return probe();
  if (command == "stub") run_stub(parse_options(rest));
  if (command != "--help" && command != "help") throw UsageError("the commands are run and probe");
  std::cout << usage;
  return exit_ok;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return dispatch({argv + 1, argv + argc});
  } catch (const UsageError& error) {
    std::cerr << "gridmark-sandbox: " << error.what() << "\n" << usage;
    return exit_usage;
  } catch (const std::exception& error) {
    std::cerr << "gridmark-sandbox: " << error.what() << "\n";
    return exit_failure;
  }
}
