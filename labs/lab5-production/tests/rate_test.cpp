// The formula of the learning rate, and its use in a training.
#include "labs/lab5-production/tests/training.h"

namespace gridmark::lab5 {
namespace {

/// The formula in the contract.
double rate_at(std::int64_t t, double peak, double floor, std::int64_t warmup, std::int64_t total) {
  if (t < warmup) return peak * static_cast<double>(t + 1) / static_cast<double>(warmup);
  if (t >= total) return floor;
  const double part = static_cast<double>(t - warmup) / static_cast<double>(total - warmup);
  return floor + (peak - floor) / 2 * (1 + std::cos(M_PI * part));
}

/// The other formula that gives this rate, or "" if the contract's formula does.
std::string mistake_at(std::int64_t t, double got, const Rates& op) {
  const auto is = [&](double value) { return std::abs(got - value) <= 1e-7 * op.peak; };
  if (!std::isfinite(got)) return ": it is not finite. A warmup of 0 steps and a total equal to warmup divide by 0";
  if (t < op.warmup && is(op.peak * static_cast<double>(t) / static_cast<double>(op.warmup)))
    return ": t / warmup makes step 0 a step of 0, so take t + 1";
  if (is(rate_at(t + 1, op.peak, op.floor, op.warmup, op.total))) return ": it is that of the next step";
  if (t > 0 && is(rate_at(t - 1, op.peak, op.floor, op.warmup, op.total))) return ": it is that of the step before";
  return "";
}

testing::AssertionResult follows(double peak, double floor, std::int64_t warmup, std::int64_t total) {
  std::vector<std::int64_t> steps{total, total + 1, 10 * total + 7};
  for (std::int64_t t = 0; t < std::min<std::int64_t>(total, 40); ++t) steps.push_back(t);
  for (int i = 0; i < 5; ++i) steps.push_back(any_between(0, static_cast<int>(total)));
  if (warmup > 0) steps.push_back(warmup - 1);
  steps.push_back(warmup);
  Rates op{peak, floor, warmup, total, channel::In<std::int64_t>(steps), channel::Out<double>(steps.size())};
  if (auto asked = channel::ask(op); !asked) return asked;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double got = op.rates.values()[i], expected = rate_at(steps[i], peak, floor, warmup, total);
    if (!(std::abs(got - expected) <= 1e-7 * peak))
      return holds(op, false, fmt::format("is {:.9g} at step {}, expected {:.9g}{}", got, steps[i], expected,
                                          mistake_at(steps[i], got, op)));
  }
  return testing::AssertionSuccess();
}

double any_part() { return any_values(1, 0.1f, 1)[0]; }

TEST(Rate, OfEachStep) {
  ASSERT_TRUE(follows(1e-3, 1e-5, 10, 100));
  ASSERT_TRUE(follows(any_part(), 0.01 * any_part(), any_between(2, 30), any_between(50, 3000)));
}

TEST(Rate, WithoutAWarmup) {
  ASSERT_TRUE(follows(any_part(), 0, 0, any_between(2, 60)));
  ASSERT_TRUE(follows(any_part(), 0.01 * any_part(), 0, 1));
}

TEST(Rate, ThatEndsWithItsWarmup) {
  const int steps = any_between(2, 30);
  ASSERT_TRUE(follows(any_part(), 0.01 * any_part(), steps, steps));
  ASSERT_TRUE(follows(any_part(), 0.01 * any_part(), 1, 1));
}

/// A schedule with a different rate in each step.
TrainerRun with_schedule() { return {.accumulation_steps = 2, .peak = 0.2, .floor = 0.01, .warmup = 4, .total = 11}; }

/// Each optimizer step used the rate of its number.
testing::AssertionResult uses_its_rates(const Trained& trained, std::int64_t first, const std::string& advice) {
  if (!trained.answer.verdict) return trained.answer.verdict;
  for (const TrainerRun& op : trained.ops) {
    const auto steps = static_cast<std::int64_t>(op.rates_used.size());
    if (op.steps_made.values()[0] != steps)
      return holds(op, false, fmt::format("the optimizer made {} steps on rank {}, expected {}", op.steps_made.values()[0],
                                          op.rank, steps));
    for (std::int64_t i = 0; i < steps; ++i) {
      const double got = op.rates_used.values()[static_cast<std::size_t>(i)];
      const double expected = rate_at(first + i, op.peak, op.floor, op.warmup, op.total);
      if (!(std::abs(got - expected) <= 2e-7 * op.peak))
        return holds(op, false, fmt::format("optimizer step {} used the rate {:.7g} on rank {}, expected {:.7g}: {}",
                                            first + i, got, op.rank, expected, advice));
    }
  }
  return testing::AssertionSuccess();
}

const char* const in_time = "set it before the step, and count optimizer steps, not micro-batches";

TEST(Rate, IsSetBeforeEachOptimizerStep) {
  const Course course = any_course(2 * 50);
  ASSERT_TRUE(uses_its_rates(train_epochs(with_schedule(), 2, course, 2), 0, in_time));
}

TEST(Rate, DoesNotCountASkippedWindow) {
  TrainerRun like = with_schedule();
  like.low = Low::f16;
  Course course = any_course(48);
  course.x[static_cast<std::size_t>(any_between(0, 47)) * net_inputs] = 1e30f;  // overflows in f16
  ASSERT_TRUE(uses_its_rates(train_epochs(like, 1, course, 2, 2), 0,
                             "a window of each epoch has Inf and makes no step, so the schedule waits"));
}

TEST(Rate, GoesOnAfterALoad) {
  const TrainerRun like = with_schedule();
  const Course course = any_course(48);
  disk::JournalDisk disk;
  const Trained first = train(like, 1, course, {{Action::steps, 8}, {Action::save}}, {.steps = 8}, disk);
  ASSERT_TRUE(uses_its_rates(first, 0, in_time));
  channel::end_workers();
  const Trained second = train(like, 1, course, {{Action::load}, {Action::steps, 4}}, {.steps = 4, .loads = 1}, disk);
  ASSERT_TRUE(uses_its_rates(second, 8,
                             "8 steps were made before the load, 2 of them in the second epoch, and the schedule goes on"));
  ASSERT_TRUE(holds(second.first(), second.first().loaded.values()[0] == 1, "load_checkpoint() returned false"));
}

}  // namespace
}  // namespace gridmark::lab5
