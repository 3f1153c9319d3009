// Gradient accumulation: small batches that train like a large one.
#include "labs/lab3-distributed/tests/accumulation.h"

namespace gridmark::lab3 {
namespace {

TEST(Accumulation, FourMicroBatchesOfEightAreThirtyTwoRows) {
  for (const int world : {1, 2, 3, 4, 5})
    ASSERT_TRUE(trains_as_one_batch(accumulate({}, std::vector<int>(static_cast<std::size_t>(world), 32), {0.5f})));
}

TEST(Accumulation, SeveralOptimizerStepsBySgd) {
  ASSERT_TRUE(trains_as_one_batch(accumulate({}, {96, 96}, {0.5f, 0.5f, 0.5f})));
}

TEST(Accumulation, OneMicroBatchIsTrainDdp) {
  ASSERT_TRUE(trains_as_one_batch(accumulate({.plain = true}, {16, 16, 16}, {0.5f, 0.5f})));
}

TEST(Accumulation, ALayerThatOneRankLeavesOutInTheLastMicroBatch) {
  ASSERT_TRUE(trains_as_one_batch(accumulate({.skipping_rank = 1, .skipped_pass = 3}, {32, 32}, {0.5f})));
}

TEST(Uneven, TheLastWindowHasThreeMicroBatchesOfFour) {
  ASSERT_TRUE(trains_as_one_batch(accumulate({}, {56, 56}, {0.5f, 0.5f})));
}

TEST(Uneven, TheLastMicroBatchHasFewerRows) { ASSERT_TRUE(trains_as_one_batch(accumulate({}, {29, 29}, {0.5f}))); }

TEST(Uneven, RanksHaveDifferentRows) { ASSERT_TRUE(trains_as_one_batch(accumulate({}, {61, 58, 57}, {0.5f, 0.5f}))); }

/// Bytes of all ranks for `steps` optimizer steps of full windows.
Accumulated full_windows(int world, int steps) {
  return accumulate({}, std::vector<int>(static_cast<std::size_t>(world), 32 * steps),
                    std::vector<float>(static_cast<std::size_t>(steps), 0.25f));
}

void expect_one_sum_of_each_bucket(int world) {
  const Accumulated one = full_windows(world, 1), three = full_windows(world, 3);
  ASSERT_TRUE(one.answer.verdict && three.answer.verdict);
  const auto ranks = static_cast<std::uint64_t>(world);
  const std::uint64_t needed = 2 * (ranks - 1) * sizeof(float) * accumulation_parameters();
  const std::uint64_t sent = (three.answer.network.bytes() - one.answer.network.bytes()) / 2;
  ASSERT_TRUE(
      holds(three.first(), sent >= needed && sent <= needed + 64 * ranks,
            fmt::format("an optimizer step sends {} bytes over all ranks, expected {} for one sum of each bucket "
                        "and at most {} besides. {}",
                        sent, needed, 64 * ranks,
                        sent > needed ? "Keep NoSync alive during backward() of all micro-batches but the last"
                                      : "The last micro-batch of a window must sum the gradients over the ranks"),
            three.answer));
}

TEST(OneSync, AnOptimizerStepSumsEachBucketOnce) {
  for (const int world : three_first) ASSERT_NO_FATAL_FAILURE(expect_one_sum_of_each_bucket(world));
  // Ranks with fewer micro-batches take part. If they do not, the count above explains it better than the
  // network.
  ASSERT_TRUE(accumulate({}, {61, 41, 54}, {0.25f, 0.25f}).answer.verdict);
}

TEST(EffectiveBatch, TheLogHasEachOptimizerStep) {
  // The rates are so small that the parameters stay unchanged. So each loss is that of the start.
  const std::vector<float> rates{1e-12f, 3e-12f, 2e-12f};
  const Accumulated all = accumulate({}, {96, 96}, rates);
  ASSERT_TRUE(all.answer.verdict);
  const auto start = all.first().parameters.values();
  for (const Accumulate& op : all.ops) {
    ASSERT_TRUE(holds(
        op, op.steps_logged.values()[0] == 3,
        fmt::format("the log has {} entries, expected 3: one for each optimizer step", op.steps_logged.values()[0])));
    for (std::size_t step = 0; step < 3; ++step) {
      const double loss = mean_of(window_number(all, step, std::vector<double>(start.begin(), start.end()))).loss;
      EXPECT_TRUE(holds(op, op.batches.values()[step] == 64,
                        fmt::format("the effective batch of step {} is {} in the log, expected 64: 4 micro-batches "
                                    "of 8 rows on 2 ranks",
                                    step, op.batches.values()[step])));
      EXPECT_TRUE(holds(op, std::abs(op.losses.values()[step] - loss) <= 1e-5 * loss,
                        fmt::format("the loss of step {} is {:.6g} in the log of rank {}, expected {:.6g}: the mean "
                                    "over the effective batch",
                                    step, op.losses.values()[step], op.rank, loss)));
    }
  }
}

TEST(EffectiveBatch, TheRateIsThatOfTheOptimizerStep) {
  const std::vector<float> rates{0.25f, 0.125f, 0.5f};
  const Accumulated all = accumulate({}, {96, 96}, rates);
  ASSERT_TRUE(all.answer.verdict);
  for (const Accumulate& op : all.ops)
    for (std::size_t step = 0; step < 3; ++step) {
      EXPECT_TRUE(
          holds(op, op.rates_used.values()[step] == rates[step],
                fmt::format("optimizer step {} used the rate {}, expected rate({}) = {}: count optimizer steps, not "
                            "micro-batches, and set the rate before the step",
                            step, op.rates_used.values()[step], step, rates[step])));
      EXPECT_TRUE(holds(op, op.rates_logged.values()[step] == rates[step],
                        fmt::format("the rate of step {} is {} in the log, expected {}", step,
                                    op.rates_logged.values()[step], rates[step])));
    }
}

TEST(EffectiveBatch, AdamCountsOptimizerSteps) {
  const Accumulated all = accumulate({.adam = true}, {96, 96}, {1e-3f, 1e-3f, 1e-3f});
  ASSERT_TRUE(all.answer.verdict);
  const Accumulate& op = all.first();
  EXPECT_TRUE(
      holds(op, op.steps_counted.values()[0] == 3,
            fmt::format("Adam has counted {} steps, expected 3: its bias correction counts optimizer steps, not "
                        "micro-batches",
                        op.steps_counted.values()[0])));
}

/// The same training with gradients of at most `max_norm`.
Accumulated scaled_to(float max_norm, Accumulated all) {
  for (Accumulate& op : all.ops) op.max_norm = max_norm;
  run(all);
  return all;
}

TEST(EffectiveBatch, LongGradientsAreScaledOnceAndShortOnesNever) {
  constexpr float max_norm = 0.01f;
  const Accumulated plain = accumulate({}, {32, 32}, {0.5f});
  const Accumulated longer = scaled_to(max_norm, plain), shorter = scaled_to(1e3f, plain);
  ASSERT_TRUE(plain.answer.verdict && longer.answer.verdict && shorter.answer.verdict);
  for (std::size_t rank = 0; rank < 2; ++rank) {
    const Accumulate& op = longer.ops[rank];
    const auto gradient = plain.ops[rank].gradients.values();
    std::vector<double> expected(gradient.begin(), gradient.end());
    const double norm = length_of(expected);
    for (double& value : expected) value *= max_norm / norm;
    const float logged = op.norms.values()[0];
    EXPECT_TRUE(holds(op, std::abs(logged - norm) <= 1e-5 * norm,
                      fmt::format("the norm is {:.6g} in the log, expected {:.6g}: the length of the mean gradient "
                                  "before it is scaled. Every rank has the whole mean, so nothing is summed over the "
                                  "ranks again",
                                  logged, norm)));
    const double far = relative_l2(op.gradients.values(), expected);
    EXPECT_TRUE(holds(op, far <= 1e-5,
                      fmt::format("with max_norm = {} the gradient on rank {} differs by {:.2g} of its length from the "
                                  "mean scaled to max_norm: scale it once in each optimizer step, behind wait()",
                                  max_norm, rank, far)));
    EXPECT_TRUE(holds(shorter.ops[rank], first_difference(shorter.ops[rank].gradients.values(), gradient) < 0,
                      "a gradient shorter than max_norm has changed. Scale only longer ones"));
  }
}

}  // namespace
}  // namespace gridmark::lab3
