// Does a grade stay the same on a busy machine? Submissions whose verdict is known are measured and scored many
// times while background programs work in bursts; every grade must be the first one again.
#include <fmt/format.h>
#include <sys/wait.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "benchmarks/verdicts/hogs.h"
#include "labkit/timing/machine_state.h"

namespace gridmark::verdicts {
namespace {

struct Settings {
  std::string lab = "lab1-gpu-basics";
  std::vector<std::string> cases = {"solution", "bank-conflicts", "missing-sync"};
  int grades = 100;
  int hogs = 4;
};

/// `gridmark verify` compares what is scored, case by case and grade by grade; all cases go side by side.
int study(const Settings& settings) {
  std::string command = fmt::format("'{}' verify {} --repeat {} --jobs {}", GRIDMARK_PROGRAM, settings.lab,
                                    settings.grades, settings.cases.size());
  for (const std::string& name : settings.cases) command += " --case " + name;
  fmt::print("{} grades of each, {} bursty programs in the background, {} processors, load before: {:.2f}\n",
             settings.grades, settings.hogs, std::thread::hardware_concurrency(),
             timing::machine_state().load);
  std::fflush(stdout);
  const auto begin = std::chrono::steady_clock::now();
  const Hogs hogs(settings.hogs);
  const int status = std::system(command.c_str());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("{} grades in {:.0f} s\n", settings.grades * static_cast<int>(settings.cases.size()), seconds);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

}  // namespace
}  // namespace gridmark::verdicts

int main(int argc, char** argv) {
  gridmark::verdicts::Settings settings;
  CLI::App app("Does a grade stay the same, measured again and again on a busy machine?");
  app.add_option("LAB", settings.lab, "A lab")->capture_default_str();
  app.add_option("--case", settings.cases, "Submissions of known verdict; may be repeated")->capture_default_str();
  app.add_option("--grades", settings.grades, "Grades of each")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--hogs", settings.hogs, "Programs in the background")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return gridmark::verdicts::study(settings);
}
