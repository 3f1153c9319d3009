#include "labkit/channel/control_page.h"

#include <gtest/gtest.h>

#include <thread>

namespace gridmark::channel {
namespace {

TEST(Bell, WakesWhoeverSleepsOnIt) {
  std::atomic<std::uint32_t> bell{0};
  std::thread ringer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // long enough for the other side to sleep
    ring(bell, 5);
  });
  while (!wait_for_bell(bell, 0, 10'000'000)) continue;
  EXPECT_EQ(bell, 5u);
  ringer.join();
}

TEST(Bell, GivesUpAfterTheTime) {
  std::atomic<std::uint32_t> bell{0};
  EXPECT_FALSE(wait_for_bell(bell, 0, 1000));
}

TEST(Bell, IsNeverZero) { EXPECT_NE(bell_of(std::uint64_t{1} << 32), 0u); }

}  // namespace
}  // namespace gridmark::channel
