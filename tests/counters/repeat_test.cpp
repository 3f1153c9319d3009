// Every figure and every message must be the same in every run.
#include <gtest/gtest.h>

#include <cstdio>
#include <iostream>

#include "tests/counters/patterns.h"

namespace gridmark::tests {
namespace {

using emulation::Finding;
using emulation::LineTraffic;

void print(const LineTraffic& line) {
  std::cout << "  " << line.place.file << ':' << line.place.line << ' ' << line.kernel << ' '
            << line.loads.requests << ' ' << line.loads.sectors << ' ' << line.stores.requests << ' '
            << line.stores.sectors << ' ' << line.shared.requests << ' ' << line.shared.wavefronts << '\n';
}

void print(const std::vector<Pattern>& patterns) {
  for (const Pattern& pattern : patterns) {
    const emulation::Meters meters = pattern.run();
    std::cout << "counted: " << pattern.name << '\n';
    for (const LineTraffic& line : meters.lines) print(line);
    for (const Finding& finding : meters.findings) std::cout << "  " << finding.message << '\n';
  }
}

/// Not an independent test. The next one runs it in separate processes.
TEST(Repeat, DISABLED_PrintsEverything) {
  print(traffic_patterns());
  print(shape_patterns());
  print(race_patterns());
  print(hazard_patterns());
}

std::string output_of_a_run() {
  FILE* run = popen(
      "/proc/$PPID/exe --gtest_also_run_disabled_tests --gtest_print_time=0 --gtest_brief=1 "
      "--gtest_filter=Repeat.DISABLED_PrintsEverything",
      "r");
  std::string output;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, run)) > 0;) output.append(buffer, n);
  pclose(run);
  return output;
}

TEST(Repeat, ThreeRunsAreTheSameByteForByte) {
  const std::string first = output_of_a_run();
  ASSERT_NE(first.find("counted: tiled"), std::string::npos) << first;
  EXPECT_EQ(output_of_a_run(), first);
  EXPECT_EQ(output_of_a_run(), first);
}

}  // namespace
}  // namespace gridmark::tests
