#include "labkit/lanes/lanes.h"

#include "tests/router/network.h"

namespace gridmark::lanes {
namespace {

using router::Network;
using router::of_ranks;
using router::Settings;

/// Both ranks send `count` small messages to each other in sequence, and receive them.
void exchange(Network& network, int count, bool other_first = false) {
  for (int i = 0; i < count; ++i) {
    const int first = other_first ? 1 : 0;
    network.send(first, 1 - first, "four", i, i * 1e-5);
    network.send(1 - first, first, "four", i, i * 1e-5);
    for (const int rank : {0, 1}) {
      network.wait(rank, network.receive(rank, 1 - rank, 4, i, i * 1e-5), i * 1e-5);
      network.told(rank);
    }
  }
}

TEST(Lanes, TheLastMessagesOfADeadlockAreShown) {
  Network network(of_ranks(2));
  exchange(network, 30);
  network.wait(0, network.receive(0, 1, 4, 99, 1), 1);
  network.wait(1, network.receive(1, 0, 4, 98, 1), 1);
  network.tell_line(0, "ring.cu:12");
  network.tell_line(1, "?");
  const RankLanes lanes = lanes_of(network.report(), 10);
  ASSERT_EQ(lanes.messages.size(), 10u);
  EXPECT_EQ(lanes.messages.back().tag, 29);
  EXPECT_EQ(lanes.earlier, 50);
  EXPECT_EQ(lanes.later, 0);
  EXPECT_EQ(lanes.ranks.at(0),
            (RankLane{"waits for a message from rank 1 (tag 99, 4 bytes)", "ring.cu", 12, 1, false}));
  EXPECT_EQ(lanes.ranks.at(1).file, "");
  ASSERT_FALSE(lanes.waits.empty());
  for (const RankWait& wait : lanes.waits) EXPECT_GT(wait.end, lanes.messages.front().sent);
}

TEST(Lanes, TheFirstMessagesOfARunWithoutTrouble) {
  Network network(of_ranks(2));
  exchange(network, 30);
  const RankLanes lanes = lanes_of(network.report(), 10);
  ASSERT_EQ(lanes.messages.size(), 10u);
  EXPECT_EQ(lanes.messages.front().tag, 0);
  EXPECT_EQ(lanes.later, 50);
}

TEST(Lanes, DoNotDependOnTheProcessThatWasHeardFirst) {
  Network one(of_ranks(2)), other(of_ranks(2));
  exchange(one, 5);
  exchange(other, 5, true);
  EXPECT_EQ(lanes_of(one.report()), lanes_of(other.report()));
}

TEST(Lanes, ARankThatDiedHasNoWait) {
  Network network(of_ranks(3));
  network.send(1, 0, "four", 0, 2e-6);
  network.wait(0, network.receive(0, 2, 4), 3e-6);
  network.end(1);
  network.tell_line(0, "ring.cu:30");
  const RankLanes lanes = lanes_of(network.report());
  EXPECT_TRUE(lanes.ranks.at(1).died);
  EXPECT_EQ(lanes.ranks.at(1).words, "");
  EXPECT_EQ(lanes.ranks.at(0).line, 30);
  EXPECT_EQ(lanes.messages.at(0).arrived, -1);
}

// A record ignores times above 1e9 seconds, because a rank can report any time.
TEST(Lanes, AClockWithoutEndIsCut) {
  Network network(of_ranks(2));
  network.send(0, 1, "four", 0, 1e300);
  network.end(0);
  const RankLanes lanes = lanes_of(network.report());
  EXPECT_EQ(lanes.messages.at(0).sent, 1e9);
  EXPECT_EQ(lanes.ranks.at(0).end, 1e9);
}

TEST(Lanes, AFloodHasAFewLanesAndMessages) {
  Settings settings = of_ranks(2);
  settings.most_bytes = 100'000'000;
  Network network(settings);
  for (int i = 0; i < 110'000; ++i) network.send(0, 1, "", i);
  network.end(0);
  const RankLanes lanes = lanes_of(network.report());
  EXPECT_EQ(lanes.messages.size(), most_lane_messages);
  EXPECT_EQ(lanes.earlier + lanes.later + static_cast<std::int64_t>(most_lane_messages), 110'000);
}

}  // namespace
}  // namespace gridmark::lanes
