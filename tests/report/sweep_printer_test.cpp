#include "grader/report/sweep_printer.h"

#include <gtest/gtest.h>

namespace gridmark::report {
namespace {

Sweep sweep() {
  return {{"cpu", Provenance::measured, 100, 2, 2, 0.001, 0, 0, ""},
          {"tiled", Provenance::modelled, 100, 0.5, 1, 4, 64, 2, ""},
          {"tiled", Provenance::modelled, 200, 1, 1.5, 5, 64, 2, ""},
          {"naive", Provenance::modelled, 0, 0, 0, 0, 0, 0, "matmul_naive: wrong\n\x1b[31m"}};
}

TEST(SweepCsv, HasARowForEachSizeAndEmptyCellsForWhatIsUnknown) {
  EXPECT_EQ(sweep_csv(sweep()),
            "n,cpu_ms,device_ms,cpu_measured_ms,cpu_measured_tflops,tiled_modelled_ms,tiled_modelled_tflops\n"
            "100,2,1,2,0.001,0.5,4\n"
            "200,,1.5,,,1,5\n");
}

TEST(SweepCsv, TheVendorsLibraryIsNoKernelOfTheSubmission) {
  Sweep timed = sweep();
  timed.push_back({"cublas", Provenance::measured, 100, 0.25, 0.5, 12, 0, 0, ""});
  EXPECT_NE(sweep_csv(timed).find("\n100,2,1,"), std::string::npos) << sweep_csv(timed);
}

TEST(SweepTable, SaysWhatIsMeasuredWhatModelledAndWhereTheDeviceWins) {
  const std::string text = print_sweep(sweep());
  EXPECT_NE(text.find("measured          modelled"), std::string::npos) << text;
  EXPECT_NE(text.find("tiled, copies included, is faster than cpu from n = 100"), std::string::npos) << text;
  EXPECT_NE(text.find("naive: no times: matmul_naive: wrong\\n\\x1b[31m"), std::string::npos) << text;
}

TEST(SweepTable, ASeriesWithoutTimesOvertakesNobodyAndHasNoColumn) {
  const std::string text = print_sweep(sweep());
  EXPECT_EQ(text.find("naive,"), std::string::npos) << text;
  EXPECT_EQ(text.substr(0, text.find("naive:")).find("naive"), std::string::npos) << text;
}

TEST(SweepTable, WhatWasTimedAsCublasWasIsSharedByIt) {
  Sweep timed = sweep();
  EXPECT_EQ(print_sweep(timed).find("Part of cublas's speed"), std::string::npos);
  timed.push_back({"regtile", Provenance::measured, 100, 0.5, 1, 3, 0, 0, ""});
  timed.push_back({"cublas", Provenance::measured, 100, 0.25, 1, 12, 0, 0, ""});
  const std::string text = print_sweep(timed), shares = text.substr(text.find("Part of cublas's speed"));
  EXPECT_NE(
      shares.find("     n             tiled           regtile\n   100                 -             25.0%\n"),
      std::string::npos)
      << text;  // modelled times are not compared with measured ones
}

TEST(SweepTable, WhereCublasHasNoTimesTheReasonStands) {
  Sweep counted = sweep();
  counted.push_back({"cublas", Provenance::measured, 0, 0, 0, 0, 0, 0, "not counted"});
  const std::string text = print_sweep(counted);
  EXPECT_NE(text.find("cublas: no times: not counted"), std::string::npos) << text;
  EXPECT_EQ(text.find("Part of"), std::string::npos) << text;
}

TEST(SweepDrawing, NamesEachSeriesAndStandsWithoutTimes) {
  const std::string svg = sweep_svg(sweep(), "A <lab>");
  EXPECT_NE(svg.find("A &lt;lab&gt;"), std::string::npos);
  EXPECT_NE(svg.find(">tiled<"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_NE(sweep_svg({}, "empty").find("no times"), std::string::npos);
}

}  // namespace
}  // namespace gridmark::report
