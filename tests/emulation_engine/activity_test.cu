// The busy times of devices, as sensors show them.
#include "emulation/timeline/activity.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace gridmark::emulation;

/// A device without any work, a different one for each test.
int unused_device() {
  static int device = 1000;
  return ++device;
}

void note(int device, Span::Kind kind, double begin, double end, double bytes = 0,
          Span::Direction direction = Span::Direction::none) {
  Work work;
  work.span.kind = kind;
  work.span.device = device;
  work.span.direction = direction;
  work.begin = begin;
  work.end = end;
  work.cost = Cost{end - begin, EngineKind::none, 1, bytes};
  note_activity(work);
}
void kernel(int device, double begin, double end) { note(device, Span::Kind::kernel, begin, end); }

TEST(Activity, OverlapCountsOnce) {
  const int device = unused_device();
  kernel(device, 0, 40);
  kernel(device, 10, 50);
  kernel(device, 20, 30);
  kernel(device, 90, 130);
  EXPECT_DOUBLE_EQ(busy_share(device, 0, 100), 0.6);
  EXPECT_DOUBLE_EQ(busy_time(device, 100), 60);
  EXPECT_DOUBLE_EQ(busy_time(device, 1000), 90);
}

TEST(Activity, CopiesUseMemoryAndAreNoKernels) {
  const int device = unused_device();
  note(device, Span::Kind::copy, 0, 50, 100, Span::Direction::host_to_device);
  note(device, Span::Kind::host, 50, 80);
  kernel(device, 80, 90);
  EXPECT_DOUBLE_EQ(busy_share(device, 0, 100), 0.1);
  EXPECT_DOUBLE_EQ(memory_share(device, 0, 100), 0.6);
  EXPECT_DOUBLE_EQ(bus_bytes(device, Span::Direction::host_to_device, 25, 100), 50);
  EXPECT_DOUBLE_EQ(bus_bytes(device, Span::Direction::device_to_host, 0, 100), 0);
}

TEST(Activity, ALongRunKeepsItsSums) {
  const int device = unused_device();
  for (int i = 0; i < 100000; ++i) kernel(device, i * 1e6, i * 1e6 + 0.25e6);  // 100 s at 25 %
  const double now = 100e9;
  EXPECT_NEAR(busy_share(device, now - 1e9, now), 0.25, 1e-6);
  EXPECT_NEAR(busy_time(device, now), 25e9, 1);
  EXPECT_NEAR(lasting_share(device, now), 0.25, 1e-3);
}

TEST(Activity, ABoardWarmsUpAndCoolsDown) {
  const int device = unused_device();
  kernel(device, 0, warming_time);
  EXPECT_DOUBLE_EQ(lasting_share(device, 0), 0);
  EXPECT_NEAR(lasting_share(device, warming_time / 2), 1 - std::exp(-0.5), 1e-9);
  EXPECT_NEAR(lasting_share(device, warming_time), 1 - std::exp(-1), 1e-9);
  EXPECT_NEAR(lasting_share(device, 3 * warming_time), (1 - std::exp(-1)) * std::exp(-2), 1e-9);
}

}  // namespace
