// The cost of grading in addition to the work itself. A warm grade of a lab's solution is compared with the
// same compiles and tests without sandbox, channel, staging and reports. Both are timed in turn in one run,
// and the result is the ratio. The CPU time shows the load on a machine that also does other work.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <vector>

#include "grader/system/process.h"
#include "grader/system/temp_folder.h"

namespace {

using namespace gridmark;
namespace fs = std::filesystem;
using Command = std::vector<std::string>;

const fs::path source = GRIDMARK_SOURCE_DIR;
const fs::path build = GRIDMARK_BUILD_DIR;
std::string lab = "lab1-gpu-basics";

fs::path solution() { return source / "solutions" / lab; }
constexpr const char* flavours[] = {"fast", "counted"};

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "warm_grade: {}\n", why);
  std::exit(2);
}

void run(const Command& command, const fs::path& folder) {
  static const system::StopFlag stop;
  system::ProcessRequest request;
  request.arguments = command;
  request.folder = folder;
  const auto ran = system::run_process(request, stop);
  if (!ran) give_up(ran.error().message);
  if (ran->exit_code != 0)
    give_up(fmt::format("{} failed: {}{}", command[0], ran->output, ran->error_output));
}

Command compile_command(const std::string& flavour, const fs::path& program) {
  const fs::path toolkit = build / "toolkit", built = build / "labs" / lab;
  Command command = {
      toolkit / "bin" / "gridmark-cc",   "--flavour", flavour, "-std=c++20", "-I", source, "-I",
      source / "labs" / lab / "include", "-o",        program};
  for (const auto& file : fs::directory_iterator(solution()))
    if (file.path().extension() == ".cu") command.push_back(file.path().filename());
  command.insert(command.end(),
                 {built / fmt::format("adaptor.emulated.{}.o", flavour), built / "tests.o",
                  build / "lib" / "libgridmark_in_process.a",
                  toolkit / "lib" / fmt::format("libgridmark_tensor_{}.a", flavour), "-lgtest", "-lfmt"});
  return command;
}

/// Compiles both flavours at once, then runs their tests in process, one after the other.
void bare(const fs::path& folder) {
  std::vector<std::future<void>> compiles;
  for (const std::string flavour : flavours)
    compiles.push_back(
        std::async(std::launch::async, [=] { run(compile_command(flavour, folder / flavour), solution()); }));
  for (auto& compile : compiles) compile.get();
  run({folder / "fast", "--gtest_filter=-Counted.*"}, folder);
  run({folder / "counted", "--gtest_filter=Counted.*"}, folder);
}

void graded(const fs::path& folder) {
  run({build / "bin" / "gridmark", "grade", lab, "--submission", solution(), "--record",
       folder / "record.json", "--html", folder / "report.html"},
      folder);
}

template <class Function>
double seconds_of(Function&& function) {
  const auto begin = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// CPU time of all processes that have ended, including their children.
double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
  if (argc > 2) lab = argv[2];
  if (rounds < 1 || !fs::is_directory(solution())) give_up("usage: warm_grade [ROUNDS [LAB]]");
  auto folder = system::TempFolder::make();
  if (!folder) give_up(folder.error().message);
  std::vector<double> bare_seconds, grade_seconds, grade_cpu, ratios;
  bare(folder->path());  // warm both up
  graded(folder->path());
  for (int round = 0; round < rounds; ++round) {
    const bool bare_first = round % 2 == 0;
    if (bare_first) bare_seconds.push_back(seconds_of([&] { bare(folder->path()); }));
    const double cpu_before = cpu_seconds();
    grade_seconds.push_back(seconds_of([&] { graded(folder->path()); }));
    grade_cpu.push_back(cpu_seconds() - cpu_before);
    if (!bare_first) bare_seconds.push_back(seconds_of([&] { bare(folder->path()); }));
    ratios.push_back(grade_seconds.back() / bare_seconds.back());
    fmt::print("round {}: bare {:.2f} s, grade {:.2f} s ({:.2f} s of CPU), ratio {:.2f}\n", round + 1,
               bare_seconds.back(), grade_seconds.back(), grade_cpu.back(), ratios.back());
  }
  fmt::print(
      "median of {} rounds: bare {:.2f} s, grade {:.2f} s ({:.2f} s of CPU), ratio {:.2f} (measured)\n",
      rounds, median(bare_seconds), median(grade_seconds), median(grade_cpu), median(ratios));
}
