// DistributedDataParallel: equal start, equal gradients, and messages during the backward pass.
#include "labs/lab3-distributed/tests/training.h"

namespace gridmark::lab3 {
namespace {

Train small() { return {.layers = 3, .width = 8, .steps = 2, .rows = 4, .bucket_bytes = 400}; }

/// All ranks have rank 0's values, parameters and buffers.
void expect_same_start(const Trained& trained) {
  ASSERT_TRUE(trained.answer.verdict);
  const auto given = trained.first().weights.values();
  for (const Train& op : trained.ops) {
    const auto at = first_difference(op.started.values(), given);
    const std::size_t parameters = parameters_of(op);
    EXPECT_TRUE(holds(op, at < 0,
                      fmt::format("{} {} of rank {} is not rank 0's after the constructor: rank 0 sends its values to all",
                                  at >= static_cast<std::ptrdiff_t>(parameters) ? "buffer element" : "parameter element",
                                  at, op.rank),
                      trained.answer));
  }
}

TEST(Start, AllRanksBeginWithRankZerosParameters) {
  for (const int world : {1, 2, 3, 4, 5}) expect_same_start(train(small(), world));
}

TEST(Start, AndWithItsBuffers) {
  Train op = small();
  op.batch_norm = true;
  for (const int world : {1, 2, 3, 4, 5}) expect_same_start(train(op, world));
}

TEST(Buckets, AreFilledFromTheLastParameterOn) {
  for (const auto& [world, bytes] : {std::pair{1, 1}, {2, 100}, {3, 300}, {4, 600}, {5, 1 << 20}}) {
    Train op = small();
    op.bucket_bytes = static_cast<std::uint64_t>(bytes);
    const Trained trained = train(op, world);
    ASSERT_TRUE(trained.answer.verdict);
    for (const Train& one : trained.ops)
      EXPECT_TRUE(holds(one, one.seen.values()[0].buckets == expected_buckets(op),
                        fmt::format("{} buckets on rank {}, expected {}", one.seen.values()[0].buckets, one.rank,
                                    expected_buckets(op))));
  }
}

TEST(Buckets, GradientsAreTheMeanOverAllRanks) {
  for (const int world : {1, 2, 3, 4, 5}) ASSERT_TRUE(has_means(train(small(), world)));
}

TEST(Buckets, ALayerThatNoLossUses) {
  Train op = small();
  op.unused_layer = 1;
  for (const int world : {1, 2, 3, 4, 5}) {
    op.unused_ranks = world;
    ASSERT_TRUE(has_means(train(op, world)));
  }
}

TEST(Buckets, ALayerThatOneRankDoesNotUse) {
  Train op = small();
  op.unused_layer = 1;
  op.unused_ranks = 1;
  op.bucket_bytes = 1;
  for (const int world : {2, 3, 4, 5}) ASSERT_TRUE(has_means(train(op, world)));
}

TEST(Buckets, NoSyncAddsUpBeforeTheMean) {
  Train op = small();
  op.micro_steps = 3;
  for (const int world : {1, 2, 3, 4, 5}) ASSERT_TRUE(has_means(train(op, world)));
}

/// Many layers, and a network that is as fast as they are. If a submission waits for each bucket, its next
/// buckets are late.
Trained watched_training() {
  router::Settings network;
  network.alpha = 1e-7;
  network.bytes_per_second = 5e9;
  return train({.layers = 12, .width = 128, .rows = 1024, .bucket_bytes = 128 * 129 * 4, .watches_clock = true}, 2,
               network);
}

TEST(Overlap, BytesLeaveWhileTheBackwardPassComputes) {
  const Trained trained = watched_training();
  ASSERT_TRUE(has_means(trained));
  const SeenTraining seen = trained.first().seen.values()[0];
  const double end = seen.backward_begin + seen.local_backward;  // waiting for messages does not change it
  double all = 0, beside = 0;
  for (const router::Message& message : trained.answer.network.messages) {
    if (message.from != 0 || message.sent < seen.step_begin) continue;
    all += static_cast<double>(message.bytes);
    if (message.sent < end) beside += static_cast<double>(message.bytes);
  }
  const double share = all > 0 ? beside / all : 0;
  channel::record({.name = "ddp.overlap", .value = share, .unit = "ratio", .flavour = Flavour::fast,
                   .provenance = Provenance::modelled});
}

TEST(Teardown, NoMessageIsLeft) {
  for (const int world : {1, 2, 3, 4, 5}) {
    const Trained trained = train(small(), world);
    ASSERT_TRUE(trained.answer.verdict);
    EXPECT_TRUE(holds(trained.first(), trained.answer.network.not_received == 0,
                      fmt::format("{} messages were sent and never received", trained.answer.network.not_received)));
  }
}

TEST(Teardown, TheDestructorWaitsForTheOthers) {
  Train op = small();
  op.steps = 1;
  op.waits = false;
  for (const int world : {1, 2, 3, 4, 5}) {
    const Trained trained = train(op, world);
    ASSERT_TRUE(trained.answer.verdict);
    EXPECT_TRUE(holds(trained.first(), trained.answer.network.not_received == 0, "messages were sent and never received"));
  }
}

TEST(Teardown, NothingIsLeftOnTheDevice) {
  const Trained trained = train(small(), 2);
  ASSERT_TRUE(trained.answer.verdict);
  for (const channel::Answer& rank : trained.answer.ranks)
    for (const auto& leak : rank.reply->leaks) {
      const bool is_the_kits = leak.place.file.empty() || leak.place.file.starts_with('/');
      EXPECT_TRUE(holds(trained.first(), is_the_kits, fmt::format("{} bytes are still allocated at the end", leak.bytes)));
    }
}

TEST(Teardown, ARankThatDiesEndsTheOthers) {
  router::Settings settings;
  settings.kill = router::After{1, 5};
  const Trained trained = train(small(), 3, settings);
  ASSERT_TRUE(trained.answer.verdict);
  for (const int rank : {0, 2}) {
    const auto& answer = trained.answer.ranks[static_cast<std::size_t>(rank)];
    EXPECT_TRUE(holds(trained.first(), answer.reply.has_value() && answer.reply->status.code != 0,
                      fmt::format("rank 1 died, and rank {} {}: let CommError leave wait()", rank,
                                  answer.reply ? "ended as if nothing had happened" : answer.failure.message)));
  }
}

/// Bytes of one step: the mean of the gradients, and rank 0's values for the other ranks.
void expect_one_sync(int world) {
  Train op = small();
  op.steps = 1;
  const Trained once = train(op, world);
  op.micro_steps = 4;
  const Trained four = train(op, world);
  ASSERT_TRUE(once.answer.verdict && four.answer.verdict);
  EXPECT_TRUE(holds(four.first(), four.answer.network.bytes() == once.answer.network.bytes(),
                    fmt::format("a step of 4 micro-steps sends {} bytes, expected {} as with one: under NoSync no "
                                "gradient travels", four.answer.network.bytes(), once.answer.network.bytes()),
                    four.answer));
  const std::uint64_t start = static_cast<std::uint64_t>(world - 1) * sizeof(float) * parameters_of(op);
  const std::uint64_t needed = 2 * start;
  EXPECT_TRUE(holds(once.first(), once.answer.network.bytes() == needed + start,
                    fmt::format("one step sends {} bytes, expected {} for the start and {} for the gradients",
                                once.answer.network.bytes(), start, needed)));
}

TEST(Syncs, OnlyTheLastMicroStepTalks) {
  for (const int world : {1, 2, 3, 4, 5}) ASSERT_NO_FATAL_FAILURE(expect_one_sync(world));
}

}  // namespace
}  // namespace gridmark::lab3
