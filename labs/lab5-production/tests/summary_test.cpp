// summarize() with known timelines, and with those of real steps.
#include "labs/lab5-production/tests/summaries.h"

namespace gridmark::lab5 {
namespace {

testing::AssertionResult summarizes(const Script& script, int device = 0) {
  Summarize op{device, rows_of(script.timeline().spans), rows_of(script.timeline().ranges)};
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  return has_summary(op, script.timeline(), device);
}

/// A random time in a long run.
double any_begin() { return any_between(1000, 2'000'000) + 0.125; }

TEST(Trace, SummaryOfOneStep) {
  const double t = any_begin();
  EXPECT_TRUE(summarizes(Script().range("step", t, t + 100).kernel("a", t + 10, t + 30).kernel("b", t + 40, t + 90)));
  EXPECT_TRUE(summarizes(Script().range("step", t, t + 100)));
}

TEST(Trace, SummaryWithoutSteps) {
  EXPECT_TRUE(summarizes(Script()));
  EXPECT_TRUE(summarizes(Script().range("load", 5, 20).kernel("a", 10, 30)));
}

TEST(Trace, KernelsAtTheSameTimeKeepTheDeviceBusyOnce) {
  const double t = any_begin();
  EXPECT_TRUE(summarizes(Script()
                             .range("step", t, t + 100)
                             .kernel("a", t + 10, t + 60)
                             .kernel("b", t + 20, t + 50, 9)  // within a
                             .kernel("c", t + 40, t + 95, 9)));
}

TEST(Trace, CopiesAndOthersKeepItIdle) {
  const double t = any_begin();
  EXPECT_TRUE(summarizes(Script()
                             .range("step", t, t + 100)
                             .kernel("a", t + 5, t + 30)
                             .command(Kind::library, "cublasSgemm", t + 6, t + 30, t + 42)
                             .command(Kind::copy, "Memcpy HtoD (Pinned -> Device)", t + 7, t + 20, t + 60, 9)
                             .command(Kind::fill, "Memset", t + 8, t + 62, t + 65)
                             .command(Kind::collective, "ncclAllReduce", t + 9, t + 65, t + 77)
                             .command(Kind::host, "host function", t + 10, t + 80, t + 85)));
}

TEST(Trace, TimeBetweenStepsCounts) {
  const double t = any_begin();
  EXPECT_TRUE(summarizes(Script()
                             .range("step", t, t + 40)
                             .kernel("a", t + 10, t + 40)
                             .range("load", t + 41, t + 79)  // between the steps
                             .range("step", t + 80, t + 120)
                             .kernel("a", t + 90, t + 120)));
}

TEST(Trace, TheDeviceEndsBehindTheHost) {
  const double t = any_begin();
  EXPECT_TRUE(summarizes(Script()
                             .command(Kind::kernel, "warm-up", t - 30, t - 20, t + 4)
                             .range("step", t, t + 20)
                             .range("forward", t + 1, t + 8)
                             .command(Kind::kernel, "forward", t + 2, t + 4, t + 44)
                             .command(Kind::kernel, "forward", t + 8, t + 44, t + 50)  // at the end of its range
                             .range("backward", t + 8, t + 20)
                             .command(Kind::kernel, "backward", t + 9, t + 60, t + 90)
                             .command(Kind::kernel, "behind", t + 21, t + 90, t + 130)));
}

TEST(Trace, EachDeviceByItself) {
  const double t = any_begin();
  const Script both = Script()
                          .range("step", t, t + 100)
                          .kernel("a", t + 10, t + 30)
                          .kernel("b", t + 20, t + 90, 7, 1)
                          .kernel("a", t + 50, t + 55);
  EXPECT_TRUE(summarizes(both, 0));
  EXPECT_TRUE(summarizes(both, 1));
}

/// Some steps with two streams and kernels of any length, in random order.
Script any_steps() {
  Script script;
  double t = any_begin();
  const char* phases[] = {"load", "forward", "backward", "optimizer"};
  std::vector<std::array<double, 3>> later;  // queued, begin, end
  for (int step = 0; step < 3; ++step) {
    const double begin = t;
    for (const char* phase : phases) {
      const double first = t;
      for (int i = any_between(1, 3); i > 0; --i) {
        t += any_between(2, 9);
        later.push_back({t, t + any_between(0, 30), 0});
        later.back()[2] = later.back()[1] + any_between(1, 12);
      }
      script.range(phase, first, t += 1, 1);
    }
    script.range("step", begin, t);
    t += any_between(0, 20);
  }
  for (std::size_t i = 0; i < later.size(); ++i) {
    const auto& [queued, begin, end] = later[(i * 7 + 3) % later.size()];
    script.command(i % 3 == 0 ? Kind::copy : Kind::kernel, fmt::format("kernel {}", i % 4), queued, begin, end,
                   7 + i % 2);
  }
  return script;
}

TEST(Trace, SummaryOfAnySteps) {
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(summarizes(any_steps()));
}

}  // namespace
}  // namespace gridmark::lab5
