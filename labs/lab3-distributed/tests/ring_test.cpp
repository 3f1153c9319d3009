// ring_all_reduce: correct sums over any network, with the fewest bytes.
#include "labs/lab3-distributed/tests/ring.h"

namespace gridmark::lab3 {
namespace {

TEST(RingRight, CountsAroundTheNumberOfRanks) {
  for (int world = 1; world <= 5; ++world)
    for (const int count : {0, 1, world - 1, world, world + 1, 10})
      ASSERT_TRUE(is_exact(ring(world, static_cast<std::size_t>(count))));
}

TEST(RingRight, AMillionElements) { ASSERT_TRUE(is_exact(ring(3, 1'000'003))); }

TEST(RingRight, AllRanksHaveTheSameBits) {
  for (const int world : {2, 4}) {
    const Ring sums = ring(world, static_cast<std::size_t>(any_between(1000, 3000)), {}, false);
    ASSERT_TRUE(sums.answer.verdict);
    const std::vector<double> expected = expected_sum(sums.ops);
    for (const RingSum& op : sums.ops) {
      const auto values = op.sum.values().subspan(guard, op.count);
      const auto first = sums.ops[0].sum.values().subspan(guard, op.count);
      const std::string around = changed_around(op);
      EXPECT_TRUE(holds(op, around.empty(), around));
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_TRUE(holds(op, std::abs(values[i] - expected[i]) <= 1e-5,
                          fmt::format("element {} on rank {} is {}, expected {}", i, op.rank, values[i], expected[i])));
      const auto at = first_difference(values, first);
      EXPECT_TRUE(holds(op, at < 0, fmt::format("element {} is not the same on ranks 0 and {}: {} and {}", at, op.rank,
                                                at < 0 ? 0 : first[static_cast<std::size_t>(at)],
                                                at < 0 ? 0 : values[static_cast<std::size_t>(at)])));
    }
  }
}

TEST(RingRight, WhatTheStreamStillComputesIsInTheSum) { ASSERT_TRUE(is_exact(ring(4, 4096, {}, true, true))); }

router::Settings rendezvous(std::uint64_t seed) {
  router::Settings settings;
  settings.eager_limit = 0;
  settings.seed = seed;
  return settings;
}

TEST(RingFlows, WhereEachMessageWaitsForItsReceive) {
  for (const std::uint64_t seed : {1, 2, 3}) ASSERT_TRUE(is_exact(ring(4, 1001, rendezvous(seed))));
}

TEST(RingFlows, BesideASlowRank) {
  router::Settings settings;
  settings.slower_by = {0, 0.001, 0, 0};
  ASSERT_TRUE(is_exact(ring(4, 1001, settings)));
}

TEST(RingFlows, WhereARankIsHeldUp) {
  for (int rank = 0; rank < 3; ++rank) {
    router::Settings settings;
    settings.hold = router::After{rank, 2};
    ASSERT_TRUE(is_exact(ring(3, 100, settings)));
  }
}

TEST(RingBytes, NoMoreThanTheRingNeeds) {
  for (const auto& [world, count] : {std::pair{2, 1000}, {3, 10}, {4, 1}, {5, 10'007}}) {
    const Ring sums = ring(world, static_cast<std::size_t>(count));
    ASSERT_TRUE(sums.answer.verdict);
    const auto& network = sums.answer.network;
    const auto expected = std::uint64_t{8} * static_cast<std::uint64_t>((world - 1) * count);
    EXPECT_TRUE(holds(sums.ops[0], network.bytes() == expected,
                      fmt::format("{} bytes went over the network, expected exactly 2 * (world - 1) * 4 * count = {}",
                                  network.bytes(), expected)));
    for (int rank = 0; rank < world; ++rank) {
      const double mean = static_cast<double>(expected) / world;
      EXPECT_TRUE(holds(sums.ops[0], std::abs(static_cast<double>(network.bytes_from(rank)) - mean) <= 8,
                        fmt::format("rank {} sent {} bytes, expected {:.0f} like the others: in a ring all work alike",
                                    rank, network.bytes_from(rank), mean)));
    }
  }
}

}  // namespace
}  // namespace gridmark::lab3
