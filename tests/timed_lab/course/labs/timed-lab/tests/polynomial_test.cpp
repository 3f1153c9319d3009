// A lab that can be graded in seconds, with one line of each kind: right, counted, timed.
#include <cmath>

#include "labkit/channel/ask.h"
#include "labkit/channel/counts.h"
#include "labkit/channel/paired_timing.h"
#include "labkit/inputs/inputs.h"
#include "labs/timed-lab/operations.h"

namespace gridmark::timed_lab {
namespace {

Polynomial fresh(int n, int rounds) {
  static inputs::Inputs inputs;
  const auto size = static_cast<std::size_t>(n);
  return {n, rounds, channel::In<float>(inputs.uniform(size, 1, 2)), channel::Out<float>(size)};
}

/// The sum of a geometric series: x * (1 - 2^-rounds).
oracle::Comparison compare(const Polynomial& op) {
  const double factor = 1 - std::pow(0.5, op.rounds);
  std::vector<double> expected;
  for (const float x : op.x.values()) expected.push_back(factor * x);
  return oracle::compare_relative_rmse(op.out.values(), expected, 1e-5, {"out", op.x.size()});
}

testing::AssertionResult answered_right(Polynomial op, Flavour flavour = Flavour::fast) {
  if (testing::AssertionResult asked = channel::ask(op, flavour); !asked) return asked;
  return channel::judge(op, compare(op));
}

TEST(Polynomial, OneElement) { EXPECT_TRUE(answered_right(fresh(1, 3))); }
TEST(Polynomial, OddSize) { EXPECT_TRUE(answered_right(fresh(1023, 7))); }

TEST(Counted, Sectors) {
  ASSERT_TRUE(answered_right(fresh(4096, 2), Flavour::counted));
  channel::record(
      channel::excess_sector_ratio("polynomial.excess_sector_ratio", channel::last_reply().meters));
}

testing::AssertionResult paired_timing(const char* measurement, int n, int rounds) {
  return channel::run_paired_timing(
      {.measurement = measurement,
       .ask = channel::calls_of<Polynomial>(
           [=] { return fresh(n, rounds); },
           [](const Polynomial& student, const Polynomial&) { return compare(student); })});
}

TEST(Timed, ManyRounds) { EXPECT_TRUE(paired_timing("polynomial.many_rounds", 1 << 16, 256)); }
TEST(Timed, FewRounds) { EXPECT_TRUE(paired_timing("polynomial.few_rounds", 1 << 17, 32)); }

}  // namespace
}  // namespace gridmark::timed_lab
