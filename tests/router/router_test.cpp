// The router as a value: the message for each receive, and its time.
#include "tests/router/network.h"

namespace gridmark::router {
namespace {

Settings slow_link(int world) {
  Settings settings = of_ranks(world);
  settings.alpha = 1;
  settings.bytes_per_second = 10;
  return settings;
}

TEST(Router, DeliversMessagesOfOneTagInTheOrderOfTheSends) {
  Network network(of_ranks(2));
  network.send(0, 1, "one");
  network.send(0, 1, "two");
  EXPECT_EQ(network.received(1, 0, 3), "done: one");
  EXPECT_EQ(network.received(1, 0, 3), "done: two");
}

TEST(Router, AReceiveTakesItsTagOnly) {
  Network network(of_ranks(2));
  network.send(0, 1, "one", 1);
  network.send(0, 1, "two", 2);
  EXPECT_EQ(network.received(1, 0, 3, 2), "done: two");
  EXPECT_EQ(network.received(1, 0, 3, 1), "done: one");
}

TEST(Router, AReceiveTakesItsSenderOnly) {
  Network network(of_ranks(3));
  network.send(0, 2, "from 0");
  network.send(1, 2, "from 1");
  EXPECT_EQ(network.received(2, 1, 6), "done: from 1");
  EXPECT_EQ(network.received(2, 0, 6), "done: from 0");
}

TEST(Router, ReceivesThatArePostedFirstAreServedFirst) {
  Network network(of_ranks(2));
  const auto first = network.receive(1, 0, 3);
  const auto second = network.receive(1, 0, 3);
  network.send(0, 1, "one");
  network.send(0, 1, "two");
  network.wait(1, second);
  EXPECT_EQ(network.told(1), "done: two");
  network.wait(1, first);
  EXPECT_EQ(network.told(1), "done: one");
}

TEST(Router, AReceiveFromAnyRankIsDecidedOnceNoRankCanSpeak) {
  Network network(of_ranks(3));
  network.send(1, 0, "one");
  network.wait(0, network.receive(0, any_rank, 3));
  network.finish(1);
  EXPECT_EQ(network.told(0), "");
  network.finish(2);
  const auto answer = network.answer(0);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->payload, "one");
  EXPECT_EQ(answer->frame.peer, 1);
}

/// The sender whose message rank 0 receives, among senders with these clocks.
int taken_sender(const Settings& settings, const std::vector<double>& clocks) {
  Network network(settings);
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    network.send(static_cast<int>(i) + 1, 0, "x", 0, clocks[i]);
    network.finish(static_cast<int>(i) + 1);
  }
  network.wait(0, network.receive(0, any_rank, 1));
  const auto answer = network.answer(0);
  return answer ? answer->frame.peer : -1;
}

/// The time at which rank `to` has ten bytes of rank `from`.
double arrival(Network& network, int from, int to) {
  network.wait(to, network.receive(to, from, 10));
  return network.time_of_answer(to);
}

TEST(Router, RanksOfANodeShareTheLinkToOtherNodes) {
  for (const bool last_is_heard_first : {false, true}) {
    Settings settings = slow_link(6);
    settings.nodes = 2;  // ranks 0 to 2, and 3 to 5
    Network network(settings);
    const auto send = [&](int from, double clock) { network.send(from, from + 3, "ten bytes.", 0, clock); };
    if (last_is_heard_first) send(1, 0.5);
    send(0, 0.25);
    if (!last_is_heard_first) send(1, 0.5);
    network.send(0, 2, "ten bytes.", 0, 0.25);
    EXPECT_EQ(arrival(network, 0, 2), 2.25) << "a link within the node is its own";
    for (const int rank : {0, 1, 2}) network.finish(rank);
    network.wait(5, network.receive(5, 4, 1));
    network.wait(4, network.receive(4, 1, 10));
    EXPECT_FALSE(network.answer(4)) << "rank 3 may still speak";
    EXPECT_EQ(arrival(network, 0, 3), 2.25);
    network.finish(3);
    EXPECT_EQ(network.time_of_answer(4), 3.25) << "it has waited for the link";
  }
}

TEST(Router, ASenderOfASmallMessageDoesNotWaitForASharedLink) {
  Settings settings = slow_link(2);
  settings.nodes = 2;
  Network network(settings);
  network.wait(0, network.send(0, 1, "ten bytes."), 0.5);
  EXPECT_EQ(network.time_of_answer(0), 0.5);
}

TEST(Router, SeedZeroTakesTheEarliestArrival) {
  EXPECT_EQ(taken_sender(of_ranks(4), {3, 1, 2}), 2);
  EXPECT_EQ(taken_sender(of_ranks(4), {3, 2, 1}), 3);
  EXPECT_EQ(taken_sender(of_ranks(4), {1, 1, 1}), 1);
}

TEST(Router, AChoiceCountsByArrivalAndEndsAtTheLastMessage) {
  Settings settings = of_ranks(4);
  settings.choices = {2};
  EXPECT_EQ(taken_sender(settings, {3, 1, 2}), 1);
  settings.choices = {1};
  EXPECT_EQ(taken_sender(settings, {3, 1, 2}), 3);
  settings.choices = {99};
  EXPECT_EQ(taken_sender(settings, {3, 1, 2}), 1);
}

TEST(Router, SeedsReachEverySender) {
  std::set<int> taken;
  Settings settings = of_ranks(4);
  for (settings.seed = 1; settings.seed <= 50; ++settings.seed) {
    taken.insert(taken_sender(settings, {3, 1, 2}));
    EXPECT_EQ(taken_sender(settings, {3, 1, 2}), taken_sender(settings, {3, 1, 2}));
  }
  EXPECT_THAT(taken, ElementsAre(1, 2, 3));
}

TEST(Router, ReportsChoicesWithTheirSendersByArrival) {
  Settings settings = of_ranks(3);
  settings.choices = {1};
  Network network(settings);
  network.send(1, 0, "late", 0, 5);
  network.send(2, 0, "soon", 0, 1);
  network.finish(1);
  network.finish(2);
  EXPECT_EQ(network.received(0, any_rank, 4), "done: late");
  EXPECT_EQ(network.received(0, any_rank, 4), "done: soon");
  const Report report = network.report();
  ASSERT_EQ(report.choices.size(), 2u);
  EXPECT_THAT(report.choices[0].senders, ElementsAre(2, 1));
  EXPECT_EQ(report.choices[0].taken, 1u);
  EXPECT_THAT(report.choices[1].senders, ElementsAre(2));
}

// Two receives of the same tag. The one from any rank was posted first, so the message belongs to it.
TEST(Router, AReceiveBehindOneFromAnyRankWaitsForItsDecision) {
  Network network(of_ranks(2));
  const auto any = network.receive(0, any_rank, 3);
  const auto given = network.receive(0, 1, 3);
  network.send(1, 0, "one");
  network.send(1, 0, "two");
  network.wait(0, given);
  EXPECT_EQ(network.told(0), "");
  network.finish(1);
  EXPECT_EQ(network.told(0), "done: two");
  network.wait(0, any);
  EXPECT_EQ(network.told(0), "done: one");
}

TEST(Router, AMessageTakesAlphaAndItsBytes) {
  Network network(slow_link(2));
  network.send(0, 1, std::string(30, 'x'), 0, 2);
  network.wait(1, network.receive(1, 0, 30), 0.5);
  EXPECT_DOUBLE_EQ(network.time_of_answer(1), 2 + 3 + 1);
  const Report report = network.report();
  ASSERT_EQ(report.waits.size(), 1u);
  EXPECT_DOUBLE_EQ(report.waits[0].begin, 0.5);
  EXPECT_DOUBLE_EQ(report.waits[0].end, 6);
  EXPECT_THAT(report.clocks, ElementsAre(2, 6));
}

TEST(Router, AMessageThatIsThereCostsNoWait) {
  Network network(slow_link(2));
  network.send(0, 1, "x", 0, 0);
  network.wait(1, network.receive(1, 0, 1), 9);
  EXPECT_DOUBLE_EQ(network.time_of_answer(1), 9);
  EXPECT_TRUE(network.report().waits.empty());
}

// Both need the link from 0 to 1 at second 0, so they follow each other. The link from 0 to 2 is independent.
TEST(Router, MessagesOfOneLinkFollowEachOther) {
  Network network(slow_link(3));
  network.send(0, 1, std::string(20, 'a'));
  network.send(0, 1, std::string(30, 'b'));
  network.send(0, 2, std::string(10, 'c'));
  const auto first = network.receive(1, 0, 20), second = network.receive(1, 0, 30);
  network.wait(1, second);
  EXPECT_DOUBLE_EQ(network.time_of_answer(1), 2 + 3 + 1);
  network.wait(1, first);
  EXPECT_DOUBLE_EQ(network.time_of_answer(1), 2 + 1);
  network.wait(2, network.receive(2, 0, 10));
  EXPECT_DOUBLE_EQ(network.time_of_answer(2), 1 + 1);
}

TEST(Router, TheOtherDirectionIsAnotherLink) {
  Network network(slow_link(2));
  network.send(0, 1, std::string(20, 'a'));
  network.send(1, 0, std::string(20, 'b'));
  network.wait(0, network.receive(0, 1, 20));
  EXPECT_DOUBLE_EQ(network.time_of_answer(0), 3);
}

TEST(Router, ASlowRanksMessagesAreLate) {
  Settings settings = slow_link(3);
  settings.slower_by = {0, 4};
  Network network(settings);
  network.send(1, 2, std::string(10, 'a'));
  network.send(0, 2, std::string(10, 'b'));
  const auto slow = network.receive(2, 1, 10), usual = network.receive(2, 0, 10);
  network.wait(2, usual);
  EXPECT_DOUBLE_EQ(network.time_of_answer(2), 2);
  network.wait(2, slow, 0);
  EXPECT_DOUBLE_EQ(network.time_of_answer(2), 1 + 1 + 4);
}

TEST(Router, ASendWithinTheEagerLimitIsOverAtOnce) {
  Settings settings = of_ranks(2);
  settings.eager_limit = 4;
  Network network(settings);
  network.wait(0, network.send(0, 1, "four"));
  EXPECT_EQ(network.told(0), "done: ");
  network.wait(0, network.send(0, 1, "fives"));
  EXPECT_EQ(network.told(0), "");
}

TEST(Router, ALargeMessageLeavesWhenItsReceiveIsThere) {
  Settings settings = slow_link(2);
  settings.eager_limit = 0;
  Network network(settings);
  const auto sent = network.send(0, 1, std::string(20, 'x'), 0, 1);
  network.wait(0, sent, 2);
  EXPECT_EQ(network.told(0), "");
  const auto posted = network.receive(1, 0, 20, 0, 5);
  EXPECT_DOUBLE_EQ(network.time_of_answer(0), 5 + 2);
  network.wait(1, posted, 5);
  EXPECT_DOUBLE_EQ(network.time_of_answer(1), 5 + 2 + 1);
}

// Otherwise modelled times would depend on the process that the system runs first.
TEST(Router, TheTimesOfLargeMessagesDoNotDependOnWhichRankSpeaksFirst) {
  const auto arrivals = [](bool receives_first) {
    Settings settings = slow_link(2);
    settings.eager_limit = 0;
    Network network(settings);
    std::uint32_t one = 0, two = 0;
    const auto post = [&] {
      two = network.receive(1, 0, 20, 2);
      one = network.receive(1, 0, 10, 1);
    };
    if (receives_first) post();
    network.send(0, 1, std::string(10, 'x'), 1);
    network.send(0, 1, std::string(20, 'x'), 2);
    if (!receives_first) post();
    network.wait(1, one);
    const double first = network.time_of_answer(1);
    network.wait(1, two);
    return std::pair(first, network.time_of_answer(1));
  };
  EXPECT_EQ(arrivals(true), arrivals(false));
}

TEST(Router, ABarrierEndsForAllAfterTheLastRankAndItsRounds) {
  Network network(slow_link(5));
  for (int rank = 0; rank < 4; ++rank) network.barrier(rank, rank);
  EXPECT_EQ(network.told(0), "");
  network.barrier(4, 2);
  for (int rank = 0; rank < 5; ++rank) EXPECT_DOUBLE_EQ(network.time_of_answer(rank), 3 + 3);  // log2(5) -> 3
  EXPECT_EQ(network.report().barriers, 1u);
}

TEST(Router, CountsTrafficByWayAndTag) {
  Network network(of_ranks(3));
  network.send(0, 1, "abc", 7);
  network.send(0, 1, "de", 7);
  network.send(0, 1, "f", 8);
  network.send(2, 1, "", 7);
  const Report report = network.report();
  using Key = std::tuple<int, int, int>;
  EXPECT_EQ(report.traffic.size(), 3u);
  EXPECT_EQ(report.traffic.at(Key(0, 1, 7)), std::pair(std::uint64_t{2}, std::uint64_t{5}));
  EXPECT_EQ(report.traffic.at(Key(0, 1, 8)), std::pair(std::uint64_t{1}, std::uint64_t{1}));
  EXPECT_EQ(report.traffic.at(Key(2, 1, 7)), std::pair(std::uint64_t{1}, std::uint64_t{0}));
  EXPECT_EQ(report.bytes(), 6u);
  EXPECT_EQ(report.bytes_from(0), 6u);
  EXPECT_EQ(report.messages_sent(), 4u);
  EXPECT_EQ(report.not_received, 4u);
}

TEST(Router, KeepsHashesOfPayloadsWhereAsked) {
  Settings settings = of_ranks(2);
  settings.keep_hashes = true;
  Network network(settings);
  for (const char* text : {"same", "same", "else"}) network.send(0, 1, text);
  const Report report = network.report();
  EXPECT_EQ(report.messages[0].hash, report.messages[1].hash);
  EXPECT_NE(report.messages[0].hash, report.messages[2].hash);
}

TEST(Router, AHeldRankIsHeardOnceTheOthersWait) {
  Settings settings = of_ranks(2);
  settings.hold = After{0, 1};
  Network network(settings);
  network.send(0, 1, "one");
  network.send(0, 1, "two");
  network.finish(0);
  EXPECT_EQ(network.received(1, 0, 3), "done: one");
  EXPECT_EQ(network.report().messages_sent(), 1u);
  EXPECT_EQ(network.received(1, 0, 3), "done: two");
}

TEST(Router, AKilledRankIsEndedAfterItsMessages) {
  Settings settings = of_ranks(2);
  settings.kill = After{0, 2};
  Network network(settings);
  network.send(0, 1, "one");
  EXPECT_EQ(network.told(0), "");
  network.send(0, 1, "two");
  EXPECT_EQ(network.told(0), "kill");
}

TEST(Router, AStoppedRankIsEndedOnceTheOthersCannotGoOn) {
  Network network(of_ranks(3));
  network.send(0, 1, "one");
  network.end_when_quiet(0);
  EXPECT_EQ(network.received(1, 0, 3), "done: one");
  EXPECT_EQ(network.received(1, 0, 3), "");
  EXPECT_EQ(network.told(0), "") << "rank 2 may still say something";
  network.finish(2);
  EXPECT_EQ(network.told(0), "kill");
  EXPECT_EQ(network.told(1), "");
  network.end(0);
  EXPECT_EQ(network.told(1), "failed: rank 0 ended in the middle: the others cannot go on");
}

}  // namespace
}  // namespace gridmark::router
