#include "grader/report/sweep_printer.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

Sweep sweep() {
  return {{"cpu", Provenance::measured, 100, 2, 2, 0.001, 0, 0, ""},
          {"tiled", Provenance::modelled, 100, 0.5, 1, 4, 64, 2, ""},
          {"tiled", Provenance::modelled, 200, 1, 1.5, 5, 64, 2, ""},
          {"naive", Provenance::modelled, 0, 0, 0, 0, 0, 0, "matmul_naive: wrong\n\x1b[31m"}};
}

TEST(SweepCsv, HasARowForEachSizeAndEmptyCellsForWhatIsUnknown) {
  EXPECT_EQ(sweep_csv(sweep()),
            "n,cpu_ms,device_ms,cpu_measured_ms,cpu_measured_tflops,tiled_modelled_ms,tiled_modelled_tflops,"
            "naive_modelled_ms,naive_modelled_tflops\n"
            "100,2,1,2,0.001,0.5,4,,\n"
            "200,,1.5,,,1,5,,\n");
}

TEST(SweepTable, SaysWhatIsMeasuredWhatModelledAndWhereTheDeviceWins) {
  const std::string text = print_sweep(sweep());
  EXPECT_NE(text.find("measured          modelled"), std::string::npos) << text;
  EXPECT_NE(text.find("tiled, copies included, is faster than cpu from n = 100"), std::string::npos) << text;
  EXPECT_NE(text.find("naive: no times: matmul_naive: wrong\\n\\x1b[31m"), std::string::npos) << text;
}

TEST(SweepDrawing, NamesEachSeriesAndStandsWithoutTimes) {
  const std::string svg = sweep_svg(sweep(), "A <lab>");
  EXPECT_NE(svg.find("A &lt;lab&gt;"), std::string::npos);
  EXPECT_NE(svg.find(">tiled<"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_NE(sweep_svg({}, "empty").find("no times"), std::string::npos);
}

}  // namespace
}  // namespace gridmark
