// Is it right, at the sizes that the handout names? And how does it touch memory, counted on the emulated device?
#include <random>
#include <vector>

#include "labkit/channel/counts.h"
#include "labkit/channel/floors.h"
#include "labs/example-lab/tests/ask.h"

namespace gridmark::lab_example_lab {
namespace {

TEST(Saxpy, OneElement) { EXPECT_TRUE(random_call(1).answered_right()); }

TEST(Saxpy, PowerOfTwo) { EXPECT_TRUE(random_call(1024).answered_right()); }

TEST(Saxpy, OddSize) { EXPECT_TRUE(random_call(1023).answered_right()); }

TEST(Saxpy, Negatives) { EXPECT_TRUE(random_call(500, -2, -1).answered_right()); }

TEST(Saxpy, Zeros) {
  const std::vector<float> zeros = inputs::Inputs::zeros(300);
  EXPECT_TRUE(Call(2, zeros, zeros).answered_right());
}

TEST(Saxpy, AMillion) { EXPECT_TRUE(random_call(1'000'000).answered_right()); }

/// What nobody can do with less: two arrays loaded, one stored, a multiplication and an addition per element.
std::vector<channel::Floor> floors(double n, const channel::Meters& meters) {
  constexpr double element = sizeof(float);
  return {{"launches", static_cast<double>(meters.launches), 1},
          {"bytes loaded from global memory", static_cast<double>(meters.loads.bytes), 2 * element * n},
          {"bytes stored in global memory", static_cast<double>(meters.stores.bytes), element * n},
          {"floating-point operations", static_cast<double>(meters.flops.operations()), 2 * n}};
}

TEST(Counted, Sectors) {
  // Drawn anew, so that no kernel can be made for the one size that is counted.
  std::mt19937_64 random(inputs::Inputs::fresh_seed());
  const int n = 1024 * (static_cast<int>(random() % 64) + 1);
  ASSERT_TRUE(random_call(n).answered_right(Flavour::counted));
  const channel::Meters& meters = channel::last_reply().meters;
  EXPECT_TRUE(channel::above_floors("saxpy", floors(n, meters)));
  channel::record(channel::excess_sector_ratio("saxpy.excess_sector_ratio", meters));
}

}  // namespace
}  // namespace gridmark::lab_example_lab
