// Does benchmark_matmul keep to its protocol, and are its numbers right? It times a probe, not a product
// (probe.h), so a wrong kernel costs nothing here.
#include <fmt/format.h>

#include "labs/lab1-gpu-basics/tests/ask_benchmark.h"

namespace gridmark::lab1 {
namespace {

testing::AssertionResult wrong(const std::string& sentence, const emulation::SourcePlace& place = {}) {
  exam::Failure failure;
  failure.outcome = "wrong_answer";
  failure.sentence = "benchmark_matmul " + sentence;
  failure.place = place;
  exam::note_failure(failure);
  return testing::AssertionFailure() << failure.sentence;
}

TEST(BenchmarkCalls, WarmsUpThenSynchronisesThenTimes) {
  EXPECT_TRUE(benchmark_is_right(64, 8, order_fault));
}

TEST(BenchmarkCalls, FreesItsBuffers) {
  ASSERT_TRUE(benchmark_is_right(96, 2, order_fault));
  const auto& leaks = exam::last_reply().leaks;
  if (leaks.empty()) return;
  EXPECT_TRUE(wrong(fmt::format("allocates {} bytes on the device and never frees them", leaks[0].bytes),
                    leaks[0].place));
}

// What failed has no time: a launch that is refused is over at once, and looks fast.
TEST(BenchmarkCalls, AFailedCallHasNoTime) {
  for (const int fails_at : {0, 2}) {
    Benchmark op = benchmark_request(32, 4, {1});
    op.fails_at = fails_at;
    ASSERT_TRUE(exam::ask(op));
    const SeenRun run = op.run.values()[0];
    if (!(run.calls > fails_at)) FAIL() << wrong("does not call the kernel").message();
    if (run.ms == 0 && run.tflops == 0 && run.cv == 0) continue;
    EXPECT_TRUE(
        wrong(fmt::format("gives {:.4g} ms although call {} of the kernel returned an error: check what "
                          "it returns",
                          run.ms, fails_at + 1)));
    return;
  }
}

const auto speed = [](const Trace& trace) { return tflops_fault(trace.n, trace.run); };

TEST(BenchmarkSpeed, IsTwoNCubedOperationsOverTheTime) { EXPECT_TRUE(benchmark_is_right(100, 3, speed)); }

// 2n^3 does not fit into 32 bits from n = 1024 on.
TEST(BenchmarkSpeed, HoldsForLargeSizes) { EXPECT_TRUE(benchmark_is_right(1200, 1, speed)); }

TEST(BenchmarkAgreement, TimeAndVariationAreThoseOfTheTimedCalls) {
  EXPECT_TRUE(benchmark_is_right(64, 8, agreement_fault));
}

}  // namespace
}  // namespace gridmark::lab1
