#include "labkit/channel/counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>

#include <cmath>

namespace gridmark::channel {
namespace {

using testing::HasSubstr;

Meters two_lines() {
  Meters meters;
  meters.loads = {100, 3200, 400, 12800};
  meters.stores = {100, 400, 400, 12800};
  meters.shared = {10, 320, 10, 1280};
  meters.lines = {{{"benchmark.cu", 7}, "k", {0, 0, 0, 0}, {100, 400, 400, 12800}, {10, 320, 10, 1280}},
                  {{"benchmark.cu", 9}, "k", {100, 3200, 400, 12800}, {}, {}}};
  return meters;
}

TEST(ExcessSectorRatio, IsSectorsMovedOverSectorsNeeded) {
  const Measured measured = excess_sector_ratio("x", two_lines());
  EXPECT_DOUBLE_EQ(measured.value, 3600.0 / 800.0);
}

TEST(ExcessSectorRatio, BlamesTheLineWithTheMostExcess) {
  const Measured measured = excess_sector_ratio("x", two_lines());
  EXPECT_EQ(measured.place.line, 9);
  EXPECT_THAT(measured.detail, HasSubstr("32.0 sectors a warp where 4.0 are enough"));
}

TEST(ExcessSectorRatio, KeepsTheWorstRequestOfThatLine) {
  using Kind = emulation::WarpAccess::Kind;
  Meters meters = two_lines();
  EXPECT_FALSE(excess_sector_ratio("x", meters).access);
  meters.lines[0].examples = {{Kind::shared, 4, {0}, {8}}};
  meters.lines[1].examples = {{Kind::store, 4, {0}, {4}}, {Kind::load, 4, {0, 1}, {0, 128}}};
  EXPECT_EQ(excess_sector_ratio("x", meters).access.value().offsets, (std::vector<std::uint64_t>{0, 128}));
  EXPECT_EQ(bank_conflicts("x", meters).access.value().offsets, (std::vector<std::uint64_t>{8}));
}

TEST(ExcessSectorRatio, WithoutTrafficIsNoNumber) {
  EXPECT_TRUE(std::isnan(excess_sector_ratio("x", Meters{}).value));
}

// A forged reply may contain any counts. The forger must lose points, and the grade must continue.
TEST(Record, AValueThatIsNoNumberFailsTheTest) {
  EXPECT_NONFATAL_FAILURE(record(excess_sector_ratio("x", Meters{})), "x is not a number");
}

TEST(BankConflicts, AreTheWavefrontsBeyondTheIdeal) {
  const Measured measured = bank_conflicts("x", two_lines());
  EXPECT_EQ(measured.value, 310);
  EXPECT_EQ(measured.place.line, 7);
}

TEST(BankConflicts, NobodyIsBlamedForNone) {
  Meters meters = two_lines();
  meters.shared.wavefronts = 10;
  meters.lines[0].shared.wavefronts = 10;
  EXPECT_EQ(bank_conflicts("x", meters).value, 0);
  EXPECT_TRUE(bank_conflicts("x", meters).place.file.empty());
}

TEST(LoadBytesRatio, IsAShareOfTheReference) {
  EXPECT_DOUBLE_EQ(load_bytes_ratio("x", two_lines(), 128000).value, 0.1);
}

}  // namespace
}  // namespace gridmark::channel
