// The busy share of a training with the tuned pipeline, and its speed in rows.
#include "labs/lab5-production/tests/pipelines.h"

namespace gridmark::lab5 {
namespace {

constexpr double least_gain = 1.2;

testing::AssertionResult keeps_limits(const TunedPipeline& op, const Pipeline& tuned) {
  const auto within = [&](const char* lever, std::int64_t value, std::int64_t most, const char* limit) {
    return holds(op, 1 <= value && value <= most,
                 fmt::format("{} is {}, expected 1 to {} ({} of pipeline.h)", lever, value, most, limit));
  };
  if (auto right = within("micro_batch", tuned.micro_batch, Pipeline::most_rows, "most_rows"); !right) return right;
  if (auto right = within("log_interval", tuned.log_interval, Pipeline::longest_log_interval, "longest_log_interval");
      !right)
    return right;
  return within("depth", tuned.depth, Pipeline::most_buffered_rows / tuned.micro_batch,
                "most_buffered_rows over micro_batch");
}

void note(const char* name, double value, const char* unit = "ratio", const std::string& detail = "") {
  channel::record({.name = name,
                   .value = value,
                   .unit = unit,
                   .flavour = Flavour::fast,
                   .provenance = Provenance::modelled,
                   .detail = detail});
}

testing::AssertionResult run(RunPipeline& op, Measurement& measurement) {
  if (const auto verdict = channel::ask(op); !verdict) return verdict;
  const auto timeline = channel::last_reply().timeline;
  if (!timeline || Profile(*timeline, 0).steps() != op.steps)
    return holds(op, false, fmt::format("the timeline does not have the {} steps of the training", op.steps));
  measurement = measured(op, *timeline);
  return testing::AssertionSuccess();
}

testing::AssertionResult trains_alike(const RunPipeline& op) {
  for (std::size_t i = 0; i < op.trained.size(); ++i)
    if (!(op.trained.values()[i] == op.expected.values()[i]))
      return holds(op, false,
                   fmt::format("parameter {} is {:.6g} behind the training, and {:.6g} with PlainBatches: "
                               "only the same batches are timed",
                               i, op.trained.values()[i], op.expected.values()[i]));
  return testing::AssertionSuccess();
}

/// The training's kernels are known, so additional kernels are found even if another thread queues them.
testing::AssertionResult queues_nothing_else(const RunPipeline& op, const Measurement& seen) {
  RunPipeline plain = op;
  plain.given = true;
  plain.expected = {};
  Measurement expected;
  if (const auto verdict = run(plain, expected); !verdict) return verdict;
  return holds(
      op, seen.kernels == expected.kernels,
      fmt::format("{} kernels run in the {} steps, expected the {} of the training: additional kernels do not "
                  "count as work",
                  seen.kernels, op.steps, expected.kernels));
}

TEST(Busy, OfATraining) {
  TunedPipeline asked;
  ASSERT_TRUE(channel::ask(asked));
  const auto lever = [&](std::size_t i) { return asked.levers.values()[i]; };
  const Pipeline tuned{lever(0), static_cast<int>(lever(1)), static_cast<int>(lever(2))};
  ASSERT_TRUE(keeps_limits(asked, tuned));

  RunPipeline before = with_images({.given = true});
  RunPipeline after =
      with_images({.micro_batch = tuned.micro_batch, .depth = tuned.depth, .log_interval = tuned.log_interval});
  after.expected = channel::Out<float>(parameters_of_training);
  Measurement given, measurement;
  ASSERT_TRUE(run(before, given));
  ASSERT_TRUE(run(after, measurement));
  ASSERT_TRUE(trains_alike(after));
  ASSERT_TRUE(queues_nothing_else(after, measurement));
  ASSERT_TRUE(
      holds(after, measurement.rows_per_ms >= least_gain * given.rows_per_ms,
            fmt::format("{:.4g} rows for each ms, expected {:.1f} times the {:.4g} of the given pipeline: a busy "
                        "device is worth nothing unless it trains more rows",
                        measurement.rows_per_ms, least_gain, given.rows_per_ms)));
  note("given.busy", given.busy);
  note("given.rows_per_ms", given.rows_per_ms, "rows/ms");
  note("tuned.busy", measurement.busy, "ratio", measurement.idle);
  note("tuned.rows_per_ms", measurement.rows_per_ms, "rows/ms");
}

}  // namespace
}  // namespace gridmark::lab5
