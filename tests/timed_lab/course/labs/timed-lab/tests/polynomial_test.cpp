// A lab that is small enough to be graded in seconds, with one line of each kind: right, counted, timed.
#include <cmath>

#include "labkit/exam/counts.h"
#include "labkit/exam/duel.h"
#include "labkit/exam/exam.h"
#include "labkit/inputs/inputs.h"
#include "labs/timed-lab/operations.h"

namespace gridmark::timed_lab {
namespace {

Polynomial fresh(int n, int rounds) {
  static inputs::Inputs inputs;
  const auto size = static_cast<std::size_t>(n);
  return {n, rounds, exam::In<float>(inputs.uniform(size, 1, 2)), exam::Out<float>(size)};
}

/// The sum of a geometric series: x * (1 - 2^-rounds).
oracle::Comparison compare(const Polynomial& op) {
  const double factor = 1 - std::pow(0.5, op.rounds);
  std::vector<double> expected;
  for (const float x : op.x.values()) expected.push_back(factor * x);
  return oracle::compare_relative_rmse(op.out.values(), expected, 1e-5, {"out", op.x.size()});
}

testing::AssertionResult answered_right(Polynomial op, Flavour flavour = Flavour::fast) {
  if (testing::AssertionResult asked = exam::ask(op, flavour); !asked) return asked;
  return exam::judge(op, compare(op));
}

TEST(Polynomial, OneElement) { EXPECT_TRUE(answered_right(fresh(1, 3))); }
TEST(Polynomial, OddSize) { EXPECT_TRUE(answered_right(fresh(1023, 7))); }

TEST(Counted, Sectors) {
  ASSERT_TRUE(answered_right(fresh(4096, 2), Flavour::counted));
  exam::record(exam::excess_sector_ratio("polynomial.excess_sector_ratio", exam::last_reply().meters));
}

testing::AssertionResult duel(const char* measurement, int n, int rounds) {
  return exam::run_duel({.measurement = measurement,
                         .ask = exam::questions_of<Polynomial>(
                             [=] { return fresh(n, rounds); },
                             [](const Polynomial& student, const Polynomial&) { return compare(student); })});
}

TEST(Timed, ManyRounds) { EXPECT_TRUE(duel("polynomial.many_rounds", 1 << 16, 256)); }
TEST(Timed, FewRounds) { EXPECT_TRUE(duel("polynomial.few_rounds", 1 << 17, 32)); }

}  // namespace
}  // namespace gridmark::timed_lab
