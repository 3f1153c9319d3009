// DistributedSampler: every sample exactly once, on one rank.
#include <algorithm>
#include <map>

#include "labs/lab3-distributed/tests/ask.h"

namespace gridmark::lab3 {
namespace {

using Indices = std::vector<std::vector<std::int64_t>>;

std::size_t rows_of(std::int64_t n, int world, bool drop_last) {
  return static_cast<std::size_t>(drop_last ? n / world : (n + world - 1) / world);
}

/// The indices of each rank. Empty if a rank does not have all its `rows`.
Indices sampled(std::int64_t n, int world, std::uint64_t seed, std::uint64_t epoch, bool drop_last) {
  const std::size_t rows = rows_of(n, world, drop_last);
  Sample op{n, world, seed, epoch, drop_last, channel::Out<std::int64_t>(rows * static_cast<std::size_t>(world)),
            channel::Out<std::int64_t>(static_cast<std::size_t>(world))};
  if (!channel::ask(op)) return {};
  Indices ranks;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(world); ++rank) {
    const auto count = static_cast<std::size_t>(op.counts.values()[rank]);
    EXPECT_TRUE(holds(op, count == rows,
                      fmt::format("rank {} has {} samples, expected {} on every rank: with fewer, the others wait for it",
                                  rank, op.counts.values()[rank], rows)));
    if (count != rows) return {};
    const auto mine = op.indices.values().subspan(rank * rows, rows);
    ranks.emplace_back(mine.begin(), mine.end());
  }
  return ranks;
}

std::map<std::int64_t, int> times_drawn(const Indices& ranks) {
  std::map<std::int64_t, int> times;
  for (const auto& mine : ranks)
    for (const std::int64_t index : mine) ++times[index];
  return times;
}

testing::AssertionResult covers(const Indices& ranks, std::int64_t n, int world, bool drop_last) {
  const Sample asked{n, world, 0, 0, drop_last, {}, {}};
  if (ranks.empty()) return testing::AssertionFailure();
  const auto times = times_drawn(ranks);
  if (!times.empty() && (times.begin()->first < 0 || times.rbegin()->first >= n))
    return holds(asked, false, fmt::format("index {} is not a sample",
                                           times.begin()->first < 0 ? times.begin()->first : times.rbegin()->first));
  const auto rows = static_cast<std::int64_t>(rows_of(n, world, drop_last)) * world;
  const auto expected = std::min<std::int64_t>(n, rows);
  if (static_cast<std::int64_t>(times.size()) != expected)
    return holds(asked, false, fmt::format("{} different samples over all ranks, expected {}", times.size(), expected));
  int most = 0;
  for (const auto& [index, count] : times) most = std::max(most, count);
  const auto fair = static_cast<int>((rows + n - 1) / n);
  return holds(asked, most <= fair, fmt::format("a sample is drawn {} times, expected {} at most: ranks share one order",
                                                most, fair));
}

TEST(Sampler, EverySampleOnOneRank) {
  for (const auto& [n, world] : {std::pair{12, 4}, {13, 4}, {1000, 3}, {7, 1}, {2, 5}, {1, 3}})
    ASSERT_TRUE(covers(sampled(n, world, 7, 0, false), n, world, false));
}

TEST(Sampler, DropLastLeavesOutTheRest) {
  for (const auto& [n, world] : {std::pair{13, 4}, {12, 4}, {101, 2}})
    ASSERT_TRUE(covers(sampled(n, world, 7, 0, true), n, world, true));
}

TEST(Sampler, EachEpochHasItsOrder) {
  const auto seed = static_cast<std::uint64_t>(any_between(1, 1000));
  const Indices first = sampled(100, 2, seed, 0, false), again = sampled(100, 2, seed, 0, false);
  const Indices second = sampled(100, 2, seed, 1, false), other = sampled(100, 2, seed + 1, 0, false);
  for (const Indices& drawn : {first, again, second, other}) ASSERT_TRUE(covers(drawn, 100, 2, false));
  const Sample asked{100, 2, seed, 1, false, {}, {}};
  EXPECT_TRUE(holds(asked, first == again, "the same seed and epoch gave two orders: draw from nothing else"));
  EXPECT_TRUE(holds(asked, first != second, "epochs 0 and 1 have the same order: set_epoch() must change it"));
  EXPECT_TRUE(holds(asked, first != other, "two seeds have the same order"));
  std::vector<std::int64_t> sorted = first[0];
  std::sort(sorted.begin(), sorted.end());
  EXPECT_TRUE(holds(asked, sorted != first[0], "rank 0 gets its samples in ascending order: shuffle them"));
}

}  // namespace
}  // namespace gridmark::lab3
