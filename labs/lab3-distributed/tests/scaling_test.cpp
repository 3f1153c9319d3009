// The scaling of DistributedDataParallel over the router's network: 5 us a message, 20 GB/s a link.
#include <functional>

#include "labs/lab3-distributed/tests/scaling.h"

namespace gridmark::lab3 {
namespace {

constexpr std::uint64_t two_blocks = 2200 << 10;  // bytes of a bucket: the parameters of two blocks
constexpr std::uint64_t no_limit = 1 << 30;

/// 8 tensors of 1 MiB, 56 of 2 KiB, and computing that takes about three times as long as sending all of
/// them.
Scale eight_blocks(std::uint64_t bucket_bytes) {
  return {.blocks = 8, .width = 512, .products = 5, .norms = 3, .bucket_bytes = bucket_bytes};
}

/// A step on some ranks. Each rank has as many rows as the single one, so efficiency is the time alone over
/// the time together.
struct StepOnRanks {
  double ranks = 0, buckets = 0, rows_per_ms = 0, efficiency = 0;
  double speedup() const { return ranks * efficiency; }
};

void run_step(int world, std::uint64_t bucket_bytes, std::vector<StepOnRanks>& steps) {
  const Scaled step = scale(eight_blocks(bucket_bytes), world);
  ASSERT_TRUE(has_means(step));
  steps.push_back({.ranks = static_cast<double>(world),
                   .buckets = static_cast<double>(step.ops[0].seen.values()[0].buckets),
                   .rows_per_ms = scaled_rows * world / (step.seconds() * 1e3),
                   .efficiency = step.alone() / step.seconds()});
}

template <class Get>
std::vector<double> each(const std::vector<StepOnRanks>& steps, Get get) {
  std::vector<double> values;
  for (const StepOnRanks& step : steps) values.push_back(std::invoke(get, step));
  return values;
}

void draw_ranks(const std::vector<StepOnRanks>& steps) {
  const auto series = [&](const char* name, auto get) {
    return channel::PlotSeries{.name = name, .provenance = Provenance::modelled, .at = each(steps, &StepOnRanks::ranks),
                               .values = each(steps, get)};
  };
  channel::record(channel::Plot{.name = "scaling",
                                .title = "Rows for each ms, speedup and efficiency of a step, two blocks to a bucket",
                                .x = {.label = "ranks", .logarithmic = true},
                                .y = {.label = "rows_per_ms, speedup, efficiency", .logarithmic = true},
                                .series = {series("rows_per_ms", &StepOnRanks::rows_per_ms),
                                           series("speedup", &StepOnRanks::speedup),
                                           series("efficiency", &StepOnRanks::efficiency)}});
}

void draw_buckets(const std::vector<StepOnRanks>& steps) {
  channel::record(channel::Plot{.name = "buckets",
                                .title = "Efficiency of a step on 4 ranks, over the number of buckets",
                                .x = {.label = "buckets", .logarithmic = true},
                                .y = {.label = "efficiency", .unit = "ratio"},
                                .series = {{.name = "efficiency", .provenance = Provenance::modelled,
                                            .at = each(steps, &StepOnRanks::buckets),
                                            .values = each(steps, &StepOnRanks::efficiency)}}});
}

void note(const char* name, double value, const char* unit = "ratio") {
  channel::record({.name = name, .value = value, .unit = unit, .flavour = Flavour::fast,
                   .provenance = Provenance::modelled});
}

TEST(Efficiency, OfAStep) {
  channel::tolerates(channel::WrongReply::stale, "seconds of another step could be those of this one");
  std::vector<StepOnRanks> ranks, buckets;
  for (const int world : {1, 2, 4}) ASSERT_NO_FATAL_FAILURE(run_step(world, two_blocks, ranks));
  note("ddp.efficiency_of_two", ranks[1].efficiency);
  note("ddp.efficiency", ranks[2].efficiency);
  note("ddp.rows_per_ms", ranks[2].rows_per_ms, "rows/ms");
  draw_ranks(ranks);

  ASSERT_NO_FATAL_FAILURE(run_step(4, no_limit, buckets));
  buckets.push_back(ranks[2]);
  ASSERT_NO_FATAL_FAILURE(run_step(4, 1, buckets));
  note("ddp.efficiency_of_one_bucket", buckets[0].efficiency);
  note("ddp.efficiency_of_tensors", buckets[2].efficiency);
  draw_buckets(buckets);
}

}  // namespace
}  // namespace gridmark::lab3
