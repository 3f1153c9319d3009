// The protocol and the numbers of benchmark_matmul. It times a probe and not a product (probe.h), so a wrong
// kernel costs no points here.
#include <fmt/format.h>

#include "labkit/channel/contracts.h"
#include "labs/lab1-gpu-basics/tests/ask_benchmark.h"

namespace gridmark::lab1 {
namespace {

TEST(BenchmarkCalls, WarmsUpThenSynchronisesThenTimes) {
  EXPECT_TRUE(benchmark_is_right(64, 8, order_fault));
}

TEST(BenchmarkCalls, FreesItsBuffers) {
  channel::tolerates(channel::WrongReply::stale, "checks only that there were calls, and an earlier run had as many");
  ASSERT_TRUE(benchmark_is_right(96, 2, [](const Trace& trace) { return enough_calls_fault(2, trace.run); }));
  const auto& leaks = channel::last_reply().leaks;
  if (leaks.empty()) return;
  EXPECT_TRUE(
      verdict_on(Fault{fmt::format("allocates {} bytes on the device and never frees them", leaks[0].bytes),
                       leaks[0].place, ". This call to free memory failed: "}));
}

// Judged in the second run, because objects of the first one may serve all later runs.
TEST(BenchmarkCalls, DestroysItsEvents) {
  channel::tolerates(channel::WrongReply::stale, "checks only that there were calls, and an earlier run had as many");
  const auto called = [](const Trace& trace) { return enough_calls_fault(2, trace.run); };
  for (int run = 0; run < 2; ++run) ASSERT_TRUE(benchmark_is_right(96, 2, called));
  const auto left = channel::object_left();
  EXPECT_TRUE(verdict_on(left ? std::optional(Fault{left->message, left->place, "", left->remedy}) : std::nullopt));
}

TEST(BenchmarkCalls, SizesBelowOneHaveNoTime) {
  channel::tolerates(channel::WrongReply::zeros, "the test expects zeros");
  channel::tolerates(channel::WrongReply::last_element, "checks only three numbers of the run");
  constexpr std::pair<int, int> refused[] = {{0, 4}, {-1, 4}, {32, 0}, {32, -1}};
  for (const auto& [n, iterations] : refused) {
    Benchmark op = benchmark_call(n, iterations, {1});
    ASSERT_TRUE(channel::ask(op));
    const SeenRun run = op.run.values()[0];
    if (run.ms == 0 && run.tflops == 0 && run.cv == 0) continue;
    EXPECT_TRUE(verdict_on(Fault{
        fmt::format("(n={}, iterations={}) gives {:.4g} ms, {:.4g} TFLOPS and cv {:.4g}, expected 0 for all three: "
                    "check that both are at least 1 before anything else",
                    n, iterations, run.ms, run.tflops, run.cv),
        {},
        "",
        repairs::Repair::check_sizes}));
    return;
  }
}

// A failed call has no time. A refused launch ends at once and looks fast.
TEST(BenchmarkCalls, AFailedCallHasNoTime) {
  for (const int fails_at : {0, 2}) {
    Benchmark op = benchmark_call(32, 4, {1});
    op.fails_at = fails_at;
    ASSERT_TRUE(channel::ask(op));
    const SeenRun run = op.run.values()[0];
    ASSERT_TRUE(verdict_on(enough_calls_fault(fails_at + 1, run)));
    if (run.ms == 0 && run.tflops == 0 && run.cv == 0) continue;
    EXPECT_TRUE(verdict_on(
        Fault{fmt::format("gives {:.4g} ms although call {} of the kernel returned an error: check what it "
                          "returns",
                          run.ms, fails_at + 1),
              channel::last_reply().place("failing call")}));
    return;
  }
}

TEST(BenchmarkSpeed, IsTwoNCubedOperationsOverTheTime) {
  EXPECT_TRUE(benchmark_is_right(100, 3, speed_fault));
}

// 2n^3 does not fit into 32 bits from n = 1024 on.
TEST(BenchmarkSpeed, HoldsForLargeSizes) {
  EXPECT_TRUE(benchmark_is_right(1200, 1, speed_fault));
}

TEST(BenchmarkAgreement, TimeAndVariationAreThoseOfTheTimedCalls) {
  channel::tolerates(channel::WrongReply::stale, "calls of another run may take the same time by chance");
  ASSERT_TRUE(benchmark_is_right(64, 8, agreement_fault, Spread::even));
  EXPECT_TRUE(benchmark_is_right(64, 8, agreement_fault, Spread::uneven));
}

}  // namespace
}  // namespace gridmark::lab1
