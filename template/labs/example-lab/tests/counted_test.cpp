// How does it touch memory? Counted on the emulated device.
#include <random>
#include <vector>

#include "labkit/exam/counts.h"
#include "labkit/exam/floors.h"
#include "labs/example-lab/tests/ask.h"

namespace gridmark::lab_example_lab {
namespace {

/// What nobody can do with less: two arrays loaded, one stored, a multiplication and an addition per element.
std::vector<exam::Floor> floors(double n, const exam::Meters& meters) {
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
  ASSERT_TRUE(random_question(n).answered_right(Flavour::counted));
  const exam::Meters& meters = exam::last_reply().meters;
  EXPECT_TRUE(exam::above_floors("saxpy", floors(n, meters)));
  exam::record(exam::excess_sector_ratio("saxpy.excess_sector_ratio", meters));
}

}  // namespace
}  // namespace gridmark::lab_example_lab
