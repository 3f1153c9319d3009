// The stability of a grade on a busy machine. Submissions with known verdicts are measured and scored many
// times while background programs work in bursts. Every grade must equal the first one.
#include <fmt/format.h>
#include <sys/wait.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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

/// `gridmark verify` compares each score with the expectation of its case, grade by grade. All cases run at
/// the same time.
///
/// returns  verify's exit code
int grade(const Settings& settings, int grades) {
  std::string command = fmt::format("'{}' verify {} --repeat {} --jobs {}", GRIDMARK_PROGRAM, settings.lab,
                                    grades, settings.cases.size());
  for (const std::string& name : settings.cases) command += " --case " + name;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

/// Works in rounds, so that the results so far are known if you stop it.
int study(const Settings& settings) {
  fmt::print("{} grades of each, {} bursty programs in the background, {} processors, load before: {:.2f}\n",
             settings.grades, settings.hogs, std::thread::hardware_concurrency(),
             timing::machine_state().load);
  std::fflush(stdout);
  constexpr int round = 10;
  const auto begin = std::chrono::steady_clock::now();
  const Hogs hogs(settings.hogs);
  for (int done = 0; done < settings.grades;) {
    const int grades = std::min(round, settings.grades - done);
    if (const int code = grade(settings, grades); code != 0) return code;
    done += grades;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print("{} of {} grades of each, all alike, after {:.0f} s\n\n", done, settings.grades, seconds);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace gridmark::verdicts

int main(int argc, char** argv) {
  gridmark::verdicts::Settings settings;
  CLI::App app("Does a grade stay the same, measured again and again on a busy machine?");
  app.add_option("LAB", settings.lab, "A lab")->capture_default_str();
  app.add_option("--case", settings.cases, "Submissions of known verdict; may be repeated")
      ->capture_default_str();
  app.add_option("--grades", settings.grades, "Grades of each")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--hogs", settings.hogs, "Programs in the background")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return gridmark::verdicts::study(settings);
}
