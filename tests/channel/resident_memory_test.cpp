#include "labkit/channel/resident_memory.h"

#include <gtest/gtest.h>

#include <vector>

namespace gridmark::channel {
namespace {

TEST(ResidentMemory, PeakRisesWithWhatIsWrittenToAndNeverFalls) {
  constexpr std::size_t bytes = 64 << 20;
  const std::uint64_t before = peak_resident_bytes();
  EXPECT_GT(before, 100u << 10);
  std::uint64_t during = 0;
  {
    const std::vector<char> written(bytes + before,
                                    1);  // more than any test before could have used
    during = peak_resident_bytes();
    EXPECT_GE(during, bytes + before);
    EXPECT_EQ(written.back(), 1);
  }
  EXPECT_GE(peak_resident_bytes(), during);
}

}  // namespace
}  // namespace gridmark::channel
