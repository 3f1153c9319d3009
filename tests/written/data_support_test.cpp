#include "grader/written/data_support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace gridmark::written {
namespace {

namespace fs = std::filesystem;

RequiredPlot sweep_of(std::vector<std::string> columns = {"n", "cpu_ms", "device_ms"}) {
  return {"results/s.svg",
          "results/s.csv",
          std::move(columns),
          2,
          {},
          {"sweep", "Counted.Sweep"},
          {{"cpu_ms", 2, 3, 1e5, 5e13}, {"device_ms", 2, 3, 1e5, 5e15}}};
}

/// The modelled values of gridmark: device_ms and the time of one kernel.
RunSide run_with(std::vector<double> at, std::vector<double> device, std::vector<double> tiled = {}) {
  Plot plot{"sweep", "", "Counted.Sweep", {}, {}, {}, {}};
  plot.series.push_back({"device_ms", Provenance::modelled, at, std::move(device)});
  if (!tiled.empty())
    plot.series.push_back({"tiled_modelled_ms", Provenance::modelled, at, std::move(tiled)});
  return {{plot}, false};
}

std::vector<WrittenFinding> doubts(const std::string& csv, const RunSide& run) {
  const RequiredPlot plot = sweep_of();
  const auto data = read_data(plot, csv);
  if (!data) return {{data.error().reason, {}}};
  return data_doubts(plot, *data, run);
}

std::string first_doubt(const std::string& csv, const RunSide& run) {
  const auto found = doubts(csv, run);
  return found.empty() ? "none"
                       : fmt::format("{}: {}", found[0].place ? found[0].place->line : -1, found[0].reason);
}

const RunSide two_sizes = run_with({100, 200}, {0.0375986, 0.3}, {0.5, 0.25});

TEST(DataSupport, AModelledColumnAgreesToTheDigitsThatItShows) {
  EXPECT_EQ(first_doubt("n,cpu_ms,device_ms\n100,1,0.0375986\n200,8,0.3\n", two_sizes), "none");
  EXPECT_EQ(first_doubt("n,cpu_ms,device_ms\n100,1,0.038\n200,8,0.3\n", two_sizes), "none");
  EXPECT_EQ(first_doubt("n,cpu_ms,device_ms\n100,1,0.0375\n200,8,0.31\n", two_sizes),
            "2: device_ms at n = 100 is 0.0375, and gridmark models 0.0375986 for the code of this "
            "submission (and 1 more value). Run ./gridmark benchmark again, or write `device = cuda` among "
            "the claims if a GPU took the times");
  EXPECT_NE(first_doubt("n,cpu_ms,device_ms\n100,1,0\n200,8,0.3\n", two_sizes), "none");
}

// The sweep's own CSV has a column for each kernel. A size that the model does not have proves nothing.
TEST(DataSupport, EveryColumnThatTheModelHasIsHeldAgainstIt) {
  const std::string head = "n,cpu_ms,device_ms,tiled_modelled_ms,notes\n";
  EXPECT_EQ(first_doubt(head + "100,1,0.0376,0.5,a\n200,8,0.3,0.25,b\n300,30,7,7,c\n", two_sizes), "none");
  EXPECT_TRUE(first_doubt(head + "100,1,0.0376,0.5,a\n200,8,0.3,0.26,b\n", two_sizes)
                  .starts_with("3: tiled_modelled_ms at n = 200 is 0.26, and gridmark models 0.25"));
  EXPECT_EQ(first_doubt(head + "100,1,0.0376,,a\n200,8,0.3,,b\n", two_sizes), "none");
}

TEST(DataSupport, TimesOfAGpuAreNotModelledAgain) {
  const std::string timed = "n,cpu_ms,device_ms\n100,1,0.2\n200,8,0.9\n";
  RunSide run = two_sizes;
  EXPECT_NE(first_doubt(timed, run), "none");
  run.timed_on_gpu = true;
  EXPECT_EQ(first_doubt(timed, run), "none");
  EXPECT_EQ(first_doubt("n,cpu_ms,device_ms,tiled_measured_ms\n100,1,0.2,3\n200,8,0.9,4\n", two_sizes),
            "none");
  EXPECT_TRUE(
      first_doubt("n,cpu_ms,device_ms\n100,1,0.2\n200,8,0.2\n", run).starts_with("3: device_ms is 0.2 at"));
}

TEST(DataSupport, WhatCannotBeModelledAgainWaits) {
  const std::string csv = "n,cpu_ms,device_ms\n100,1,0.2\n200,8,0.9\n";
  EXPECT_TRUE(first_doubt(csv, {}).starts_with("0: gridmark cannot model these times again"));
  EXPECT_EQ(first_doubt(csv, {{}, true}), "none");
}

/// Nine sizes, with cpu_ms from `time` and device_ms from the model.
std::string first_doubt_of_nine(double (*time)(double n)) {
  const std::vector<double> sizes{4096, 100, 128, 500, 512, 1000, 1024, 2000, 2048};  // unsorted
  std::string csv = "n,cpu_ms,device_ms\n";
  for (const double n : sizes) csv += fmt::format("{},{:.6g},{:.6g}\n", n, time(n), n * n * 1e-6);
  std::vector<double> device;
  for (const double n : sizes) device.push_back(n * n * 1e-6);
  return first_doubt(csv, run_with(sizes, device));
}

TEST(DataSupport, AMeasuredColumnGrows) {
  EXPECT_EQ(first_doubt_of_nine([](double n) { return n * n * n * 1e-8; }), "none");
  EXPECT_EQ(first_doubt_of_nine([](double) { return 2.0; }),
            "5: cpu_ms is 2 at n = 100 and 2 at n = 500, expected that it grows where n is 1.5 times as "
            "large (and 7 more "
            "rows). Run ./gridmark benchmark again");
  EXPECT_TRUE(first_doubt_of_nine([](double n) { return 1e6 / n; }).find("expected that it grows") !=
              std::string::npos);
}

// A busy machine may delay a single call, and close sizes may come in any order.
TEST(DataSupport, OneRowInEightMayStandOut) {
  EXPECT_EQ(first_doubt_of_nine([](double n) { return n == 128 ? 40 : n * n * n * 1e-8; }), "none");
  EXPECT_EQ(first_doubt_of_nine([](double n) { return n == 1000 ? 16.0 : n * n * n * 1e-8; }), "none");
  EXPECT_NE(first_doubt_of_nine([](double n) { return n < 130 ? 40 : n * n * n * 1e-8; }), "none");
  EXPECT_EQ(first_doubt_of_nine([](double n) { return n == 100 ? 1e6 : n * n * n * 1e-8; }), "none");
}

TEST(DataSupport, AMeasuredColumnLiesBetweenTheSpeedsThatAreHeldPossible) {
  EXPECT_EQ(first_doubt_of_nine([](double n) { return n * 1e-4; }),
            "2: cpu_ms at n = 4096 is 0.4096, which makes 3.36e+14 operations a second, expected 1e+05 to "
            "5e+13 (and 2 "
            "more rows). Run ./gridmark benchmark again");
  EXPECT_TRUE(first_doubt_of_nine([](double n) { return n * n * n; }).find("operations a second") !=
              std::string::npos);
  // A student who rounds to whole milliseconds did measure.
  EXPECT_EQ(first_doubt_of_nine([](double n) { return std::floor(n * n * n * 1e-8); }), "none");
}

TEST(DataSupport, TwoRowsMayNotStandOutAtAll) {
  const RunSide run = run_with({100, 120, 200}, {1, 1, 1.5});
  EXPECT_EQ(first_doubt("n,cpu_ms,device_ms\n100,2,1\n120,1,1\n", run), "none");
  EXPECT_EQ(first_doubt("n,cpu_ms,device_ms\n100,2,1\n100,2,1\n", run), "none");
  EXPECT_NE(first_doubt("n,cpu_ms,device_ms\n100,2,1\n200,2,1.5\n", run), "none");
}

std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// Made with `gridmark benchmark` and a solution, on two processors that twelve programs shared.
TEST(DataSupport, HonestSweepsOfABusyMachineDoNotWait) {
  const std::vector<double> sizes{100, 128, 500, 512, 1000, 1024, 2000, 2048, 4096};
  const RunSide run =
      run_with(sizes, {0.0375986, 0.0443448, 0.300658, 0.313382, 1.13572, 1.19235, 4.90027, 5.159, 24.3093});
  int judged = 0;
  for (const auto& file : fs::directory_iterator(fs::path(GRIDMARK_SOURCE_DIR) / "tests/written/sweeps")) {
    if (file.path().extension() != ".csv") continue;
    EXPECT_EQ(first_doubt(text_of(file.path()), run), "none") << file.path();
    ++judged;
  }
  EXPECT_EQ(judged, 5);
}

}  // namespace
}  // namespace gridmark::written
