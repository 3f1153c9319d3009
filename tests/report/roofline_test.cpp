#include "grader/report/roofline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/example_records.h"

namespace gridmark::report {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// By hand: 16 ms and 17 ms, minus 1 ms of overhead. The median of two values is the upper one, 16 ms.
TEST(Roofline, IsWorkThatWasCountedOverTimeThatWasMeasured) {
  const auto rooflines = rooflines_of(example("timed"));
  ASSERT_EQ(rooflines.size(), 2U);  // one per run, because another machine has another roof
  const RooflinePoint& tiled = rooflines[1].points.at(0);
  EXPECT_EQ(tiled.measurement, "tiled.speed");
  EXPECT_NEAR(tiled.seconds, 0.016, 1e-12);
  EXPECT_NEAR(tiled.flops_per_second(), 33.5e6 / 0.016, 1);
  EXPECT_NEAR(tiled.intensity(), 33.5 / 4.2, 1e-12);
}

// The ceilings of two cores with the seconds of one would show half of the speed.
TEST(Roofline, CpuTimeIsHeldAgainstOneCoresPart) {
  const Roofline roofline = rooflines_of(example("timed")).at(1);
  EXPECT_TRUE(roofline.one_core);
  EXPECT_EQ(roofline.flops_per_second, 2e9);
  EXPECT_EQ(roofline.bytes_per_second, 3e9);
  EXPECT_EQ(roofline.points.at(0).ceiling, 2e9);
  EXPECT_NEAR(rooflines_of(example("timed")).at(0).points.at(0).ceiling, 3e9 * 2.1 / 12.6, 1);
}

TEST(Roofline, SeveralCallsBehindABellShareItsTime) {
  GradeRecord record = example("timed");
  record.measurements[0].paired_timing->calls_per_bell = 4;
  EXPECT_NEAR(rooflines_of(record).at(1).points.at(0).seconds, 0.004, 1e-12);
}

TEST(Roofline, WithoutABaselineOrCountsThereIsNone) {
  GradeRecord record = example("timed");
  record.runs[0].baseline.reset();
  EXPECT_EQ(rooflines_of(record).size(), 1U);
  record.measurements[0].paired_timing->work.reset();
  EXPECT_THAT(rooflines_of(record), IsEmpty());
  EXPECT_THAT(html::rooflines_data(record), IsEmpty());
  EXPECT_THAT(rooflines_of(example("perfect")), IsEmpty());
}

// A record may come from any source. A drawing over 300 decades would take very long.
TEST(Roofline, ValuesThatNoMachineHasAreNotDrawn) {
  for (const PairedTimingWork work : {PairedTimingWork{1e21, 1e-300}, PairedTimingWork{1e-300, 1},
                                      PairedTimingWork{1, 0}, PairedTimingWork{1e21, 1}}) {
    GradeRecord record = example("timed");
    for (Measurement& seen : record.measurements) seen.paired_timing->work = work;
    EXPECT_THAT(rooflines_of(record), IsEmpty()) << work.flops << " " << work.bytes;
  }
  GradeRecord record = example("timed");
  for (GradeRun& run : record.runs) run.baseline->device.bytes_per_second = 1e-300;
  EXPECT_THAT(rooflines_of(record), IsEmpty());
}

TEST(Roofline, TheDrawingHasItsCeilingsPointsAndUnits) {
  const std::string svg = html::filled("roofline.svg", html::rooflines_data(example("timed")).at(0));
  EXPECT_THAT(svg, HasSubstr("<polyline"));
  EXPECT_THAT(svg, HasSubstr("<circle"));
  EXPECT_THAT(svg, HasSubstr("FLOP per byte of global memory, counted"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace gridmark::report
