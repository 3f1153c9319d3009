#include "grader/load/load_sweep.h"

#include <gtest/gtest.h>

namespace gridmark::load {
namespace {

std::string sweep_results(const std::string& benchmark) {
  return R"({"context": {}, "benchmarks": [)" + benchmark + "]}";
}

TEST(LoadSweep, ReadsTimesAndCounters) {
  const auto sweep = load_sweep(sweep_results(
      R"({"name": "matmul_tiled/modelled/128/iterations:1/manual_time", "real_time": 0.5, "time_unit": "ms",
          "n": 128, "tflops": 4.5, "with_copies_ms": 0.75, "bytes_loaded": 64, "sectors": 2})"));
  ASSERT_TRUE(sweep) << message_of(sweep.error());
  const SweepPoint expected{"matmul_tiled", Provenance::modelled, 128, 0.5, 0.75, 4.5, 64, 2, ""};
  EXPECT_EQ(sweep->at(0), expected);
}

TEST(LoadSweep, KeepsWhyThereIsNoTime) {
  const auto sweep = load_sweep(sweep_results(
      R"({"name": "matmul_tiled/modelled/128", "error_occurred": true, "error_message": "wrong"})"));
  ASSERT_TRUE(sweep) << message_of(sweep.error());
  EXPECT_EQ(sweep->at(0).problem, "wrong");
}

TEST(LoadSweep, SaysWhatIsNoSweep) {
  const auto complaint = [](const std::string& benchmark) {
    const auto sweep = load_sweep(sweep_results(benchmark));
    return sweep ? "no complaint" : message_of(sweep.error());
  };
  EXPECT_NE(complaint(R"({"name": "tiled"})").find("/benchmarks/0/name: found \"tiled\", expected SERIES"),
            std::string::npos);
  EXPECT_NE(complaint(R"({"name": "a/guessed/1"})").find("\"measured\", \"counted\" or \"modelled\""),
            std::string::npos);
  EXPECT_NE(complaint(R"({"name": "a/measured/1", "n": 1, "tflops": 1, "real_time": 1, "time_unit": "ns"})")
                .find("expected \"ms\""),
            std::string::npos);
}

}  // namespace
}  // namespace gridmark::load
