// The error rate of verdicts, from many simulated sessions on machines with a known truth.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "base/timing_verdict.h"

namespace gridmark::timing {
namespace {

/// A machine on which the student's true ratio is known.
struct Machine {
  double ratio = 1;
  double process_spread = 0.02;  ///< of the log-ratios of processes: memory layout, choice of processor
  double call_spread = 0.02;     ///< of the logs of single calls
  double burst_chance = 0.15;    ///< chance that another program disturbs a call
  double burst = 0.5;            ///< mean delay of such a call, relative to its time
};

class Simulation {
 public:
  Simulation(const Machine& machine, unsigned seed) : machine_(machine), random_(seed) {}

  ProcessSamples process() {
    const double own = normal(machine_.process_spread);
    ProcessSamples samples;
    for (int i = 0; i < pairs; ++i) samples.pairs.push_back({call(machine_.ratio * std::exp(own)), call(1)});
    return samples;
  }

 private:
  static constexpr int pairs = 8;

  double normal(double spread) { return std::normal_distribution<double>(0, spread)(random_); }
  Timed call(double seconds) {
    seconds *= std::exp(normal(machine_.call_spread));
    if (std::bernoulli_distribution(machine_.burst_chance)(random_))
      seconds *= 1 + std::exponential_distribution<double>(1 / machine_.burst)(random_);
    return {seconds, seconds, {}};
  }

  const Machine& machine_;
  std::mt19937_64 random_;
};

struct Ended {
  Verdict verdict = Verdict::inconclusive;
  int processes = 0;
};

Ended paired_timing(const Machine& machine, const Plan& plan, unsigned seed) {
  Simulation simulation(machine, seed);
  std::vector<double> ratios;
  Ended ended;
  for (const int look : looks(plan)) {
    if (ended.verdict != Verdict::inconclusive) break;
    while (static_cast<int>(ratios.size()) < look)
      ratios.push_back(log_ratio(simulation.process(), plan.clock).value());
    ended.verdict = verdict_on(interval_of(ratios, error_of_a_look(plan)), 1);
  }
  ended.processes = static_cast<int>(ratios.size());
  return ended;
}

/// Shares of sessions with each ending, and the mean number of processes.
struct Rates {
  double pass = 0, fail = 0, inconclusive = 0, processes = 0;
};

Rates rates_of(const Machine& machine, const Plan& plan = {}, unsigned sessions = 2000) {
  Rates rates;
  for (unsigned session = 0; session < sessions; ++session) {
    const Ended ended = paired_timing(machine, plan, session);
    rates.processes += ended.processes;
    if (ended.verdict == Verdict::pass) ++rates.pass;
    if (ended.verdict == Verdict::fail) ++rates.fail;
    if (ended.verdict == Verdict::inconclusive) ++rates.inconclusive;
  }
  for (double* sum : {&rates.pass, &rates.fail, &rates.inconclusive, &rates.processes}) *sum /= sessions;
  return rates;
}

// The limit itself is the hardest truth, because there a pass is as wrong as a fail.
TEST(ErrorRate, AtTheLimitItselfBothErrorsTogetherStayBelowTwoPercent) {
  for (const double spread : {0.005, 0.02, 0.08}) {
    const Rates rates = rates_of({.process_spread = spread});
    EXPECT_LE(rates.pass, 0.01) << spread;
    EXPECT_LE(rates.fail, 0.01) << spread;
  }
}

TEST(ErrorRate, TenPercentOffTheLimitIsSettledSoonAndRight) {
  const Rates slower = rates_of({.ratio = 1 / 1.1}), faster = rates_of({.ratio = 1.1});
  EXPECT_EQ(slower.pass, 0);
  EXPECT_EQ(faster.fail, 0);
  EXPECT_GE(slower.fail, 0.99);
  EXPECT_GE(faster.pass, 0.99);
  EXPECT_LE(faster.processes, 8);
}

// On a machine that is too restless, the verdict is inconclusive and not more often wrong.
TEST(ErrorRate, ARestlessMachineMakesItInconclusiveNotWrong) {
  const Rates rates = rates_of({.ratio = 1 / 1.1, .process_spread = 0.2, .call_spread = 0.3});
  EXPECT_LE(rates.pass, 0.01);
  EXPECT_GE(rates.inconclusive, 0.3);
}

// Heavy tails between processes: sometimes a complete process is disturbed, on either side.
TEST(ErrorRate, AProcessThatIsDisturbedAllTheTimeDoesNotMakeAPass) {
  Machine often_disturbed{.ratio = 1, .burst_chance = 0.45, .burst = 1};
  EXPECT_LE(rates_of(often_disturbed).pass, 0.01);
}

// The reason for the parts of the error rate: the same looks, each with the full rate.
TEST(ErrorRate, WithoutAPartForEachLookTheRateWouldNotHold) {
  const Plan promised{.error_rate = 0.05};
  Plan careless = promised;
  careless.error_rate = promised.error_rate * static_cast<double>(looks(promised).size());
  const Machine at_the_limit;
  EXPECT_GT(rates_of(at_the_limit, careless).pass, promised.error_rate);
  EXPECT_LE(rates_of(at_the_limit, promised).pass, promised.error_rate);
}

}  // namespace
}  // namespace gridmark::timing
