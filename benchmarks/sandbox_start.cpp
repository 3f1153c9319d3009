// The cost of a sandboxed run: /usr/bin/true, started in each mode that this machine supports, compared with
// plain fork and exec. All are timed in turn in one run, and the result is the difference of medians. The
// output also has the CPU time of all processes of a start, which is the same on a busy machine.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Command = std::vector<std::string>;

constexpr const char* launcher = GRIDMARK_BUILD_DIR "/bin/gridmark-sandbox";
constexpr const char* program = "/usr/bin/true";

struct Way {
  std::string name;
  Command command;
  double goal_ms;  ///< more than fork and exec; 0: none
  std::vector<double> milliseconds = {};
  std::vector<double> cpu_milliseconds = {};
};

Way launched(const std::string& mode, const std::string& control, double goal_ms) {
  return {mode + ", " + control,
          {launcher, "run", "--report-fd", "1", "--mode", mode, "--control", control, "--", program},
          goal_ms};
}

std::vector<Way> all_ways() {
  constexpr double bubblewrap_goal_ms = 6, landlock_goal_ms = 4;
  std::vector<Way> ways{{"fork and exec", {program}, 0}};
  for (const char* control : {"cgroup2", "cgroup1", "watchdog"}) {
    ways.push_back(launched("bubblewrap", control, bubblewrap_goal_ms));
    ways.push_back(launched("landlock", control, landlock_goal_ms));
    ways.push_back(launched("none", control, 0));
  }
  return ways;
}

/// Runs the command with its output discarded, and returns the exit code. Uses vfork, the cheapest way to
/// start a child.
int run(const Command& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  int status = -1;
  if (posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0)
    waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// CPU time of all processes that have ended and were waited for.
double cpu_milliseconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-3;
}

void time(Way& way) {
  const double cpu_before = cpu_milliseconds();
  const auto begin = std::chrono::steady_clock::now();
  if (run(way.command) != 0) {
    fmt::print(stderr, "sandbox_start: {} failed\n", fmt::join(way.command, " "));
    std::exit(2);
  }
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
  way.milliseconds.push_back(spent.count());
  way.cpu_milliseconds.push_back(cpu_milliseconds() - cpu_before);
}

double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

void print(const std::vector<Way>& ways) {
  const double plain = quantile(ways.front().milliseconds, 0.5);
  fmt::print("{:<24} {:>10} {:>10} {:>18} {:>8} {:>10}\n", "way", "median", "95 %", "over fork and exec",
             "goal", "CPU time");
  for (const Way& way : ways) {
    const double median = quantile(way.milliseconds, 0.5);
    fmt::print("{:<24} {:>7.2f} ms {:>7.2f} ms {:>15.2f} ms {:>8} {:>7.2f} ms\n", way.name, median,
               quantile(way.milliseconds, 0.95), median - plain,
               way.goal_ms > 0 ? fmt::format("<= {} ms", way.goal_ms) : "",
               quantile(way.cpu_milliseconds, 0.5));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 200;
  if (rounds < 1) {
    fmt::print(stderr, "usage: sandbox_start [ROUNDS]\n");
    return 64;
  }
  std::vector<Way> ways = all_ways();
  std::erase_if(ways, [](const Way& way) { return run(way.command) != 0; });
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < ways.size(); ++i)
      time(ways[(i + static_cast<std::size_t>(round)) % ways.size()]);
  fmt::print("{} starts of {} each, in turn (measured)\n", rounds, program);
  print(ways);
}
