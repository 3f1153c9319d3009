// Sizes and iterations that the handout does not name.
#include "labs/lab1-gpu-basics/tests/ask_benchmark.h"

namespace gridmark::lab1 {
namespace {

int any(int least, int most) {
  static std::mt19937_64 random(inputs::Inputs::fresh_seed());
  return std::uniform_int_distribution<int>(least, most)(random);
}

TEST(BenchmarkCalls, AnyNumberOfIterations) {
  EXPECT_TRUE(benchmark_is_right(any(3, 90), any(4, 10), order_fault));
}

TEST(BenchmarkAgreement, AnyNumberOfIterations) {
  channel::tolerates(channel::WrongReply::stale, "calls of another run may take the same time by chance");
  ASSERT_TRUE(benchmark_is_right(any(3, 90), any(4, 10), agreement_fault, Spread::uneven));
  EXPECT_TRUE(benchmark_is_right(any(3, 90), any(4, 10), agreement_fault, Spread::even));
}

}  // namespace
}  // namespace gridmark::lab1
