// The speed of kernels on the emulated device. Each row is a ratio of CPU times, measured alternately in one
// run.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/system/process.h"

namespace {

using namespace gridmark;
namespace fs = std::filesystem;
const fs::path folder = GRIDMARK_BENCHMARK_DIR;

/// One program with its environment. Its figure is the number that it prints, or the wall time of the run.
struct Contestant {
  std::string program;
  std::vector<std::string> environment;
  bool wall = false;
};
const Contestant fast{"emulation_fast", {"GRIDMARK_THREADS=1"}}, counted{"emulation_counted", {}},
    plain{"emulation_plain", {}}, pocl{"emulation_pocl", {"POCL_MAX_PTHREAD_COUNT=1"}},
    without_keys{"emulation_fast", {"GRIDMARK_THREADS=1", "GRIDMARK_PROTECTION_KEYS=0"}},
    pool{"emulation_fast", {"GRIDMARK_THREADS=2"}},
    one_thread{"emulation_fast", {"GRIDMARK_THREADS=1"}, true},
    two_threads{"emulation_fast", {"GRIDMARK_THREADS=2"}, true};

/// Without `over`: the figure itself, in microseconds.
struct Row {
  std::string title, kernel, goal;
  Contestant subject;
  const Contestant* over;
};

const Row rows[] = {
    {"vector add over the plain loop", "vector_add", "<= 1.5", fast, &plain},
    {"saxpy over the plain loop", "saxpy", "<= 1.5", fast, &plain},
    {"SGEMM naive over the plain loop", "gemm_naive", "<= 1.1", fast, &plain},
    {"SGEMM tiled 16 over the plain loop", "gemm_tiled_16", "<= 1.3", fast, &plain},
    {"SGEMM tiled 32 over the plain loop", "gemm_tiled_32", "<= 1.3", fast, &plain},
    {"attention 512x64 over the plain loop", "attention", "<= 1.1", fast, &plain},
    {"block reduction over PoCL", "block_reduction", "<= 6", fast, &pocl},
    {"padded transpose over PoCL", "transpose", "<= 3", fast, &pocl},
    {"two threads over one, SGEMM tiled 32", "gemm_tiled_32", ">= 1.8", one_thread, &two_threads},
    {"counted over fast, SGEMM tiled 32", "gemm_tiled_32", "<= 10", counted, &fast},
    {"counted over fast, transpose", "transpose", "<= 40", counted, &fast},
    {"counted over fast, block reduction", "block_reduction", "<= 40", counted, &fast},
    {"counted over fast, vector add", "vector_add", "stated", counted, &fast},
    {"launch of one block, us", "launch_one_block", "<= 1", fast, nullptr},
    {"launch of an empty grid, two threads, us", "launch_empty_grid", "<= 5", pool, nullptr},
    {"launch on 3 arrays, no protection keys, us", "launch_three_arrays", "stated", without_keys, nullptr},
    {"shuffle reduction, ns a thread", "shuffle_reduction", "stated", fast, nullptr},
};

/// The figure of one run. Below 0 if the program is missing (PoCL is optional).
double measure(const Contestant& contestant, const std::string& kernel) {
  static const system::StopFlag stop;
  const fs::path program = folder / contestant.program;
  if (!fs::exists(program)) return -1;
  system::ProcessRequest request;
  request.arguments = {program, kernel};
  request.environment = contestant.environment;
  // PoCL calls the linker, and stores compiled kernels in the home folder.
  request.environment->insert(request.environment->end(), {"PATH=/usr/bin:/bin", "HOME=/tmp"});
  const auto begin = std::chrono::steady_clock::now();
  const auto ran = system::run_process(request, stop);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  if (!ran || ran->exit_code != 0) {
    fmt::print(stderr, "emulation_speed: {} {} failed: {}\n", program.string(), kernel,
               ran ? ran->error_output : ran.error().message);
    std::exit(2);
  }
  return contestant.wall ? wall.count() : std::strtod(ran->output.c_str(), nullptr);
}

struct Spread {
  double lowest, median, highest;
};
Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

/// Figures of the subject divided by those of its yardstick, in the order ABBA.
std::vector<double> ratios(const Row& row, int rounds) {
  std::vector<double> found;
  for (int round = 0; round < rounds; ++round) {
    if (!row.over) {
      const double unit = row.kernel.starts_with("launch") ? 1e3 : 1;
      found.push_back(measure(row.subject, row.kernel) / unit);
      continue;
    }
    const bool subject_first = round % 2 == 0;
    const double first = measure(subject_first ? row.subject : *row.over, row.kernel);
    const double second = measure(subject_first ? *row.over : row.subject, row.kernel);
    if (first < 0 || second < 0) return {};
    found.push_back(subject_first ? first / second : second / first);
  }
  return found;
}

}  // namespace

int main(int count, char** words) {
  const std::string first = count > 1 ? words[1] : "5";
  const int rounds = std::atoi(first.c_str());
  if (count > 2 || rounds < 1) {
    fmt::print(stderr, "usage: emulation_speed [ROUNDS]   (default 5)\n");
    return 64;
  }
  fmt::print("{:<43} {:>8} {:>9} {:>19}\n", "measured, CPU time; launches, wall time", "goal", "median",
             "lowest to highest");
  for (const Row& row : rows) {
    const auto found = ratios(row, rounds);
    if (found.empty()) {
      fmt::print("{:<43} {:>8}  not measured: PoCL is not installed\n", row.title, row.goal);
      continue;
    }
    const Spread spread = spread_of(found);
    fmt::print("{:<43} {:>8} {:>9.2f} {:>9.2f} to {:.2f}\n", row.title, row.goal, spread.median,
               spread.lowest, spread.highest);
    std::fflush(stdout);
  }
}
