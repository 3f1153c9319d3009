#include "grader/system/clock.h"

#include <gmock/gmock.h>

namespace gridmark::system {
namespace {

TEST(SystemClock, NowIsRfc3339InUtc) {
  EXPECT_THAT(SystemClock().utc_now(),
              testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

TEST(SystemClock, SteadySecondsNeverGoBack) {
  const SystemClock clock;
  const double before = clock.steady_seconds();
  EXPECT_GE(clock.steady_seconds(), before);
}

}  // namespace
}  // namespace gridmark::system
