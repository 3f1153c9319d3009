// Several workers at once, through the real sandbox, with the checker as their network.
#include "labkit/channel/ranks.h"

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <cstdlib>

#include "labkit/channel/options.h"
#include "tests/channel/ranks_operation.h"

namespace gridmark::channel {
namespace {

using testing::HasSubstr;

class Ranks : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const char* wrapped = std::getenv("RANKS_SANDBOX");
    std::array arguments = {"checker",
                            "--sandbox",
                            wrapped ? wrapped : GRIDMARK_SANDBOX,
                            "--worker",
                            "fast=" RANKS_WORKER,
                            "--limits",
                            R"({"wall_seconds": 4, "output_kib": 64})"};
    ASSERT_EQ(parse_options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data())), "");
  }
  void TearDown() override { end_workers(); }

  RanksAnswer talk(const std::string& how, int bad_rank = 0, router::Settings settings = {}, int world = 4,
                   const SharedDisk* shared = nullptr) {
    ops = for_ranks(world, [&](int rank) {
      return Talk{.how = how,
                  .bad_rank = bad_rank,
                  .in = In<float>(std::vector<float>(size, static_cast<float>(rank + 1))),
                  .out = Out<float>(size)};
    });
    return ask_ranks(ops, std::move(settings), shared);
  }

  static constexpr std::size_t size = 1000;
  std::vector<Talk> ops;
};

TEST_F(Ranks, SumOverTheNetwork) {
  for (const int world : {1, 2, 3, 5}) {
    const RanksAnswer answer = talk("work", 0, {}, world);
    ASSERT_TRUE(answer.verdict) << answer.verdict.message();
    for (const Talk& op : ops) EXPECT_EQ(op.out.values()[999], static_cast<float>(world * (world + 1) / 2));
    const auto count = static_cast<std::uint64_t>(world * (world - 1));
    EXPECT_EQ(answer.network.messages_sent(), count);
    EXPECT_EQ(answer.network.bytes(), count * 4 * size);
    EXPECT_EQ(answer.network.barriers, 1u);
    EXPECT_EQ(answer.network.not_received, 0u);
  }
}

TEST_F(Ranks, InTheModeThatIsAskedFor) {
  const char* mode = std::getenv("SANDBOX_MODE");
  if (mode == nullptr) GTEST_SKIP() << "no mode is asked for";
  ASSERT_TRUE(talk("work").verdict);
  end_all_workers();
  EXPECT_THAT(transport_mode(), HasSubstr(mode));
}

TEST_F(Ranks, ClocksAreTheSameInEveryRun) {
  const RanksAnswer first = talk("work");
  for (int i = 0; i < 5; ++i) {
    end_workers();  // a worker's clock advances, which changes the last bits
    EXPECT_EQ(talk("work").network.clocks, first.network.clocks);
  }
  router::Settings slow;
  slow.bytes_per_second = 1e6;
  EXPECT_GT(talk("work", 0, slow).network.clocks[0], first.network.clocks[0] + 3 * 4e-3 * 0.99);
}

// Three steps of 5.2 us over the network, each followed by a kernel. A copy over the bus would take 8 us
// more.
TEST_F(Ranks, DeviceMemoryTakesTheNetworksTimeAlone) {
  const RanksAnswer answer = talk("work");
  ASSERT_TRUE(answer.verdict) << answer.verdict.message();
  EXPECT_GT(answer.network.clocks[0], 3 * 5.2e-6);
  EXPECT_LT(answer.network.clocks[0], 50e-6);
}

TEST_F(Ranks, ADeadlockIsNamedWithoutATimeLimit) {
  const auto begin = std::chrono::steady_clock::now();
  router::Settings settings;
  const RanksAnswer answer = talk("wait for nobody", 2, settings);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  ASSERT_FALSE(answer.verdict);
  EXPECT_THAT(answer.verdict.message(), HasSubstr("deadlock"));
  EXPECT_THAT(answer.verdict.message(),
              HasSubstr("rank 2 waits for a message from rank 1 (tag 12345, 4 bytes) at "));
  EXPECT_THAT(answer.verdict.message(), HasSubstr("ranks_worker.cu:"));
  EXPECT_THAT(answer.verdict.message(), HasSubstr("(one with tag 1 from rank 1 is there)"));
}

TEST_F(Ranks, ARankThatLeavesEndsTheOthersWithAMessage) {
  const RanksAnswer answer = talk("leave", 1);
  ASSERT_FALSE(answer.verdict);
  EXPECT_THAT(answer.verdict.message(), HasSubstr("rank 1 has ended"));
  for (const Answer& rank : answer.ranks) EXPECT_TRUE(rank.reply) << rank.failure.message;
}

TEST_F(Ranks, ARankThatCrashesIsTheCauseOfAll) {
  const RanksAnswer answer = talk("crash", 3);
  ASSERT_FALSE(answer.verdict);
  EXPECT_THAT(answer.verdict.message(), HasSubstr("rank 3 of 4"));
  EXPECT_EQ(last_failure().outcome, "crashed");
  EXPECT_TRUE(answer.ranks[0].reply);
}

TEST_F(Ranks, AChildOfARankDoesNotOutliveIt) {
  const RanksAnswer answer = talk("fork", 1);
  ASSERT_FALSE(answer.verdict);
  EXPECT_THAT(answer.verdict.message(), HasSubstr("rank 1"));
  end_all_workers();
}

TEST_F(Ranks, ARankThatNeverAnswersRunsOutOfTimeAlone) {
  const RanksAnswer answer = talk("never answer", 2);
  ASSERT_FALSE(answer.verdict);
  EXPECT_EQ(last_failure().outcome, "timed_out");
  EXPECT_THAT(answer.verdict.message(), HasSubstr("rank 2 of 4"));
}

TEST_F(Ranks, AFloodIsStopped) {
  router::Settings settings;
  settings.most_bytes = std::size_t{256} << 20;
  const RanksAnswer answer = talk("flood", 0, settings);
  ASSERT_FALSE(answer.verdict);
  EXPECT_EQ(last_failure().outcome, "forbidden");
  EXPECT_THAT(answer.verdict.message(), HasSubstr("each message needs one"));
}

TEST_F(Ranks, BrokenFramesAreForbidden) {
  for (const auto& [how, words] : {std::pair{"lie about the size", "announced"},
                                   {"name no rank", "which it cannot reach"},
                                   {"talk while waiting", "spoke while it waited"}}) {
    const RanksAnswer answer = talk(how, 1);
    ASSERT_FALSE(answer.verdict) << how;
    EXPECT_EQ(last_failure().outcome, "forbidden") << how;
    EXPECT_THAT(answer.verdict.message(), HasSubstr(words));
    end_workers();
  }
}

TEST_F(Ranks, AKilledRankIsExpected) {
  router::Settings settings;
  settings.kill = router::After{2, 1};
  const RanksAnswer answer = talk("work", 0, settings);
  EXPECT_TRUE(answer.verdict) << answer.verdict.message();
  EXPECT_FALSE(answer.ranks[2].reply);
  ASSERT_TRUE(answer.ranks[0].reply);
  EXPECT_THAT(answer.ranks[0].reply->status.message, HasSubstr("rank 2 ended in the middle"));
}

TEST_F(Ranks, ADiskOutlivesAWorkerThatIsKilledInTheMiddle) {
  const disk::Contents before{{"state", std::string(4 * size, '\0')}};
  for (std::size_t request = 1; request <= 6;
       ++request) {  // create, write, fsync, close, rename, fsync_folder
    disk::JournalDisk disk(before);
    const SharedDisk killed{disk, router::After{0, request}};
    const RanksAnswer answer = talk("save", 0, {}, 3, &killed);
    ASSERT_TRUE(answer.verdict) << answer.verdict.message();
    EXPECT_FALSE(answer.ranks[0].reply);
    ASSERT_TRUE(answer.ranks[2].reply);
    EXPECT_THAT(answer.ranks[2].reply->status.message, HasSubstr("rank 0 ended in the middle"));
    EXPECT_EQ(disk.contents().at("state") == before.at("state"), request <= 5) << request;

    const SharedDisk again{disk};
    ASSERT_TRUE(talk("save", 0, {}, 3, &again).verdict);
    for (const Talk& op : ops) EXPECT_EQ(op.out.values()[size - 1], 1) << "rank 0's, on all";
    end_workers();
  }
}

TEST_F(Ranks, WithoutEagerMessagesTheRingStillWorks) {
  router::Settings settings;
  settings.eager_limit = 0;
  EXPECT_TRUE(talk("work", 0, settings).verdict);
  EXPECT_EQ(ops[3].out.values()[0], 10);
}

}  // namespace
}  // namespace gridmark::channel
