// The stability of a timed item's points on a busy machine. Submissions of a lab with timed items
// (tests/timed_lab) are graded many times while background programs work in bursts. Open lines are reported
// as open. Settled lines must be settled as in the first grade.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "benchmarks/verdicts/hogs.h"
#include "grader/system/process.h"
#include "labkit/timing/machine_state.h"

namespace gridmark::verdicts {
namespace {

using nlohmann::json;

const std::string timed_lab = GRIDMARK_SOURCE_DIR "/tests/timed_lab";

/// The results of one line over all grades.
struct Line {
  std::map<double, int> settled;  ///< points -> grades
  int open = 0;
};
using Lines = std::map<std::string, Line>;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "timed_regrades: {}\n", why);
  std::exit(2);
}

json record_of(const std::string& submission) {
  static const system::StopFlag never;
  system::ProcessRequest request;
  request.arguments = {
      GRIDMARK_PROGRAM, "grade", "timed-lab", "--submission", timed_lab + "/submissions/" + submission,
      "--json"};
  request.output_cap = std::size_t{16} << 20;
  const auto ran = system::run_process(request, never);
  if (!ran) give_up(ran.error().message);
  const json record = json::parse(ran->output, nullptr, false);
  if (!record.is_object()) give_up("no grade of " + submission + ": " + ran->error_output);
  return record;
}

void count(const json& record, Lines& lines) {
  for (const json& item : record.at("items")) {
    Line& line = lines[item.at("id")];
    if (item.contains("points_at_most"))
      ++line.open;
    else
      ++line.settled[item.at("points")];
  }
}

std::string points_words(const Line& line) {
  std::string words;
  for (const auto& [points, grades] : line.settled)
    words += fmt::format("{}{} points {} times", words.empty() ? "" : ", ", points, grades);
  return words;
}

/// returns  the number of lines that were settled in more than one way
int show(const std::string& submission, const Lines& lines) {
  int flips = 0;
  for (const auto& [id, line] : lines) {
    const bool flipped = line.settled.size() > 1;
    flips += flipped ? 1 : 0;
    fmt::print("{:<5} {:<5} {:<12} {}{}\n", flipped ? "FLIP" : "ok", submission, id, points_words(line),
               line.open == 0 ? "" : fmt::format(", left open {} times", line.open));
  }
  std::fflush(stdout);
  return flips;
}

int study(int grades, int hog_count) {
  fmt::print("{} grades of each, {} bursty programs in the background, {} processors, load before: {:.2f}\n",
             grades, hog_count, std::thread::hardware_concurrency(), timing::machine_state().load);
  setenv("GRIDMARK_HOME", (timed_lab + "/course").c_str(), 1);
  const Hogs hogs(hog_count);
  std::map<std::string, Lines> seen;
  constexpr int round = 10;  // the results so far are known if you stop it
  int flips = 0;
  for (int done = 1; done <= grades; ++done) {
    for (const char* submission : {"fast", "slow"}) count(record_of(submission), seen[submission]);
    if (done % round != 0 && done != grades) continue;
    fmt::print("\nafter {} of {}\n", done, grades);
    flips = 0;
    for (const auto& [submission, lines] : seen) flips += show(submission, lines);
  }
  return flips == 0 ? 0 : 1;
}

}  // namespace
}  // namespace gridmark::verdicts

int main(int argc, char** argv) {
  int grades = 100, hogs = 4;
  CLI::App app("Do timed items keep their points, graded again and again on a busy machine?");
  app.add_option("--grades", grades, "Grades of each submission")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--hogs", hogs, "Programs in the background")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return gridmark::verdicts::study(grades, hogs);
}
