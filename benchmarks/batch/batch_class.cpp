// Measures the cost of a batch in addition to its grades, and its behaviour after crashes.
//   batch_class wall N      N submissions of lab 1: wall time, and the CPU time of all processors
//   batch_class memory N    N simulated submissions: peak memory of gridmark, and of a run that finds
//                           all done
//   batch_class kills N     a simulated class of 12, killed (SIGKILL) at N random moments and resumed:
//                           same results?
//   batch_class rescore N   a solution's record N times: another rubric shown, then written
// All files are in a folder in TMPDIR, which is removed.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "benchmarks/batch/made_class.h"
#include "benchmarks/batch/watched_run.h"
#include "grader/system/program_paths.h"
#include "grader/system/temp_folder.h"

namespace {

using namespace gridmark;
using namespace gridmark::benchmarks;
namespace fs = std::filesystem;

constexpr const char* lab = "lab1-gpu-basics";

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> batch_command(const fs::path& folder, const fs::path& results,
                                       const fs::path& grader = {}) {
  std::vector<std::string> words{GRIDMARK_PROGRAM, "batch", lab,        "--submissions", folder / "class",
                                 "--results",      results, "--device", "emulated"};
  if (!grader.empty()) words.insert(words.end(), {"--grader", grader});
  return words;
}

void require(const WatchedRun& run, const char* what) {
  if (run.exit_code == 0 || run.exit_code == 1) return;
  fmt::print(stderr, "batch_class: {} ended with {}\n{}", what, run.exit_code, run.output);
  std::exit(2);
}

/// A grader that returns one real record after a while.
fs::path miniature(const fs::path& folder, double seconds) {
  const fs::path one = folder / "one" / lab, grader = folder / "grader.sh";
  fs::create_directories(one.parent_path());
  make_simulated_class(folder / "first", 1, lab);
  const WatchedRun run =
      run_watched({GRIDMARK_PROGRAM, "grade", lab, "--submission", folder / "first" / "s0000" / lab,
                   "--record", folder / "record.json", "--html", folder / "report.html", "--quick"});
  require(run, "the grade that the miniature hands out");
  std::ofstream(grader) << "#!/bin/sh\nsleep " << seconds << "\ncp " << (folder / "record.json").string()
                        << " \"$6\"\n";
  fs::permissions(grader, fs::perms::owner_all);
  return grader;
}

int show_wall(const fs::path& folder, int count) {
  make_class(folder / "class", count, lab);
  const WatchedRun run = run_watched(batch_command(folder, folder / "results"));
  require(run, "the batch");
  const unsigned cores = std::thread::hardware_concurrency();
  fmt::print(
      "{} submissions on {} processors: {:.1f} s wall, {:.1f} s CPU; wall / (CPU / {}) = {:.3f}; gridmark's "
      "own "
      "peak {:.0f} MiB\n",
      count, cores, run.wall_seconds, run.cpu_seconds, cores, run.wall_seconds / (run.cpu_seconds / cores),
      run.peak_mib);
  const WatchedRun again = run_watched(batch_command(folder, folder / "results"));
  require(again, "the second run");
  fmt::print("everything done already: {:.2f} s wall, peak {:.0f} MiB\n", again.wall_seconds, again.peak_mib);
  return 0;
}

int show_memory(const fs::path& folder, int count) {
  make_simulated_class(folder / "class", count, lab);
  const fs::path grader = miniature(folder, 0);
  const WatchedRun run = run_watched(batch_command(folder, folder / "results", grader));
  require(run, "the batch");
  const WatchedRun again = run_watched(batch_command(folder, folder / "results", grader));
  require(again, "the second run");
  fmt::print(
      "{} simulated submissions: {:.1f} s wall, peak {:.0f} MiB; everything done already: {:.2f} s, peak "
      "{:.0f} "
      "MiB\n",
      count, run.wall_seconds, run.peak_mib, again.wall_seconds, again.peak_mib);
  return 0;
}

/// Student -> number of attempts and the record, without values that always differ between runs.
std::map<std::string, std::string> outcome_of(const fs::path& results) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::directory_iterator(results)) {
    const fs::path attempts = entry.path() / lab / "attempts";
    if (!fs::is_directory(attempts)) continue;
    std::string names;
    for (const auto& attempt : fs::directory_iterator(attempts))
      names += attempt.path().filename().string() + " ";
    all[entry.path().filename()] = names + text_of(entry.path() / lab / "record.json");
  }
  return all;
}

int show_kills(const fs::path& folder, int count) {
  make_simulated_class(folder / "class", 12, lab);
  const fs::path grader = miniature(folder, 0.15);
  require(run_watched(batch_command(folder, folder / "undisturbed", grader)), "the batch");
  const auto expected = outcome_of(folder / "undisturbed");
  std::mt19937 random(1);
  int batches = 0, different = 0;
  for (int killed = 0; killed < count; ++batches) {
    const fs::path results = folder / fmt::format("results{}", batches);
    for (bool done = false; !done;) {
      const double after = std::uniform_real_distribution<double>(0.02, 1.5)(random);
      const WatchedRun run = run_watched(batch_command(folder, results, grader), after);
      done = run.exit_code >= 0;
      killed += done ? 0 : 1;
      if (done) require(run, "a resumed batch");
    }
    different += outcome_of(results) == expected ? 0 : 1;
    fs::remove_all(results);
  }
  fmt::print("{} kills over {} batches of 12: {} with other results than an undisturbed one\n", count,
             batches, different);
  return different == 0 ? 0 : 1;
}

/// The lab's rubric with a quarter more for every half point, so every score changes.
fs::path changed_rubric(const system::ProgramPaths& paths, const fs::path& folder) {
  std::string text = text_of(paths.rubrics() / (std::string(lab) + ".json"));
  const std::string before = "\"points\": 0.5,", after = "\"points\": 0.75,";
  for (std::size_t at = text.find(before); at != text.npos; at = text.find(before, at + after.size()))
    text.replace(at, before.size(), after);
  std::ofstream(folder / "rubric.json") << text;
  return folder / "rubric.json";
}

int show_rescore(const fs::path& folder, int count) {
  const auto paths = system::find_program_paths();
  if (!paths) return 2;
  const fs::path student = folder / "class/s0000", results = folder / "results";
  fs::create_directories(student);
  fs::copy(paths->source / "solutions" / lab, student / lab, fs::copy_options::recursive);
  require(run_watched(batch_command(folder, results)), "the grade that is copied");
  for (int i = 1; i < count; ++i)
    fs::copy(results / "s0000", results / fmt::format("s{:04}", i), fs::copy_options::recursive);
  sync();  // writing the copies must not be measured
  std::vector<std::string> words{GRIDMARK_PROGRAM, "rescore", results, "--rubric",
                                 changed_rubric(*paths, folder)};
  for (const char* last : {"--dry-run", "--yes", "--dry-run"}) {
    words.push_back(last);
    const WatchedRun run = run_watched(words);
    words.pop_back();
    require(run, last);
    fmt::print("rescore of {} records, {}: {:.2f} s wall, {:.2f} s CPU, peak {:.0f} MiB\n", count, last,
               run.wall_seconds, run.cpu_seconds, run.peak_mib);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc == 3 ? argv[1] : "";
  const int count = argc == 3 ? std::atoi(argv[2]) : 0;
  const std::map<std::string, int (*)(const fs::path&, int)> shows{
      {"wall", show_wall}, {"memory", show_memory}, {"kills", show_kills}, {"rescore", show_rescore}};
  if (!shows.contains(what) || count < 1) {
    fmt::print(stderr, "Usage: batch_class wall|memory|kills|rescore N\n");
    return 64;
  }
  const auto folder = system::TempFolder::make();
  if (!folder) return 2;
  return shows.at(what)(folder->path(), count);
}
