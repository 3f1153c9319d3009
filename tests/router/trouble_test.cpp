// Faults between ranks, and their messages.
#include "tests/router/network.h"

namespace gridmark::router {
namespace {

Trouble::Kind kind_of(const Network& network) {
  const auto trouble = network.report().trouble;
  EXPECT_TRUE(trouble);
  return trouble ? trouble->kind : Trouble::Kind::deadlock;
}

std::string words_of(const Network& network) {
  const auto trouble = network.report().trouble;
  return trouble ? trouble->words : "";
}

TEST(RouterTrouble, ADeadlockIsNamedWithItsLines) {
  Network network(of_ranks(2));
  network.wait(0, network.receive(0, 1, 4, 7), 0, 0x10);
  EXPECT_EQ(network.told(0), "");
  network.barrier(1);
  const auto question = network.answer(0);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->frame.kind, FrameKind::where);
  EXPECT_EQ(question->frame.address, 0x10u);
  network.tell_line(0, "ring.cu:12");
  EXPECT_FALSE(network.report().trouble);
  network.tell_line(1, "ring.cu:30");
  const std::string words =
      "deadlock, no rank can go on: rank 0 waits for a message from rank 1 (tag 7, 4 bytes) at ring.cu:12; "
      "rank 1 waits at the barrier at ring.cu:30";
  EXPECT_EQ(network.told(0), "failed: " + words);
  EXPECT_EQ(network.told(1), "where");
  EXPECT_EQ(network.told(1), "failed: " + words);
  EXPECT_EQ(words_of(network), words);
  EXPECT_EQ(kind_of(network), Trouble::Kind::deadlock);
  EXPECT_EQ(network.report().trouble->line, "ring.cu:12");
}

TEST(RouterTrouble, ADeadlockIsNamedWithoutLinesWhereNoRankAnswers) {
  Network network(of_ranks(2));
  network.wait(0, network.receive(0, 1, 4));
  network.wait(1, network.receive(1, 0, 4));
  EXPECT_TRUE(network.router().is_asking());
  network.router().stop_asking();
  EXPECT_EQ(words_of(network),
            "deadlock, no rank can go on: rank 0 waits for a message from rank 1 (tag 0, 4 bytes); rank 1 "
            "waits for a message from rank 0 (tag 0, 4 bytes)");
  EXPECT_FALSE(network.router().is_asking());
}

TEST(RouterTrouble, AllThatSendFirstAreDeadlockedWithoutAnEagerLimit) {
  Settings settings = of_ranks(2);
  settings.eager_limit = 0;
  Network network(settings);
  network.wait(0, network.send(0, 1, "ab"));
  network.wait(1, network.send(1, 0, "ab"));
  network.router().stop_asking();
  EXPECT_THAT(words_of(network),
              HasSubstr("rank 0 waits until rank 1 receives its message (tag 0, 2 bytes)"));
}

TEST(RouterTrouble, AMessageOfAnotherTagIsMentioned) {
  Network network(of_ranks(2));
  network.send(1, 0, "ab", 5);
  network.wait(0, network.receive(0, any_rank, 2, 6));
  network.barrier(1);
  network.router().stop_asking();
  EXPECT_THAT(words_of(network),
              HasSubstr("from any rank (tag 6, 2 bytes) (one with tag 5 from rank 1 is there)"));
}

TEST(RouterTrouble, WhatARankCallsItsLineIsPrintedOnlyIfItIsOne) {
  for (const std::string line : {"a\nb", "", "two words"}) {
    Network network(of_ranks(1));
    network.wait(0, network.receive(0, any_rank, 4));
    network.tell_line(0, line);
    EXPECT_EQ(words_of(network),
              "deadlock, no rank can go on: rank 0 waits for a message from any rank (tag 0, 4 bytes)");
  }
}

TEST(RouterTrouble, AnUnaskedLineIsNotKept) {
  Network network(of_ranks(1));
  network.tell_line(0, "early.cu:1");
  network.wait(0, network.receive(0, any_rank, 4));
  network.tell_line(0, "asked.cu:2");
  EXPECT_EQ(network.report().trouble->line, "asked.cu:2");
}

TEST(RouterTrouble, ARankIsLeftAloneByOneThatHasEnded) {
  Network network(of_ranks(3));
  network.wait(0, network.receive(0, 1, 4));
  network.finish(1);
  const std::string words = "rank 0 waits for a message from rank 1 (tag 0, 4 bytes), and rank 1 has ended";
  EXPECT_EQ(network.told(0), "failed: " + words);
  EXPECT_EQ(kind_of(network), Trouble::Kind::ended);
  network.barrier(2);
  EXPECT_EQ(network.told(2), "failed: rank 2 waits at the barrier, and rank 1 has ended");
  EXPECT_EQ(words_of(network), words) << "the first trouble is kept";
}

TEST(RouterTrouble, ASenderIsLeftAloneByItsReceiver) {
  Settings settings = of_ranks(2);
  settings.eager_limit = 0;
  Network network(settings);
  network.finish(1);
  network.wait(0, network.send(0, 1, "ab"));
  EXPECT_THAT(network.told(0), HasSubstr("and rank 1 has ended"));
}

TEST(RouterTrouble, AMessageThatWasSentOutlivesItsSender) {
  Network network(of_ranks(2));
  network.send(0, 1, "ab");
  network.finish(0);
  EXPECT_EQ(network.received(1, 0, 2), "done: ab");
  EXPECT_FALSE(network.report().trouble);
}

TEST(RouterTrouble, ARankThatDiesEndsTheOthersWaits) {
  Network network(of_ranks(3));
  network.wait(0, network.receive(0, 1, 4));
  network.end(2);
  EXPECT_THAT(network.told(0), HasSubstr("failed: rank 2 ended in the middle"));
  EXPECT_EQ(kind_of(network), Trouble::Kind::died);
  EXPECT_EQ(network.report().trouble->rank, 2);
  EXPECT_THAT(network.report().waiting, ElementsAre(true, false, false));
  network.barrier(1);
  EXPECT_THAT(network.told(1), HasSubstr("rank 2 ended in the middle"));
}

TEST(RouterTrouble, WhereARankWaitedIsKept) {
  Network network(of_ranks(3));
  network.wait(0, network.receive(0, 1, 4, 0, 1e-6), 2e-6);
  network.finish(1);
  EXPECT_THAT(network.told(0), HasSubstr("rank 1 has ended"));
  network.tell_line(0, "ring.cu:12");
  network.barrier(0);
  network.tell_line(0, "ring.cu:99");
  const Report report = network.report();
  EXPECT_EQ(report.last_waits.at(0).words, "waits for a message from rank 1 (tag 0, 4 bytes)");
  EXPECT_EQ(report.last_waits.at(0).line, "ring.cu:12") << "the line of the first wait that failed";
  EXPECT_EQ(report.last_waits.at(0).since, 2e-6);
  EXPECT_EQ(report.trouble->line, "ring.cu:12");
  EXPECT_EQ(report.last_waits.at(1).words, "");
}

TEST(RouterTrouble, SizesThatDifferAreKeptWithTheirLine) {
  Network network(of_ranks(2));
  network.send(0, 1, "four");
  network.received(1, 0, 3);
  network.tell_line(1, "ring.cu:21");
  EXPECT_EQ(network.report().last_waits.at(1).words,
            "receives 3 bytes from rank 0 (tag 0), which sent 4 bytes");
  EXPECT_EQ(network.report().trouble->line, "ring.cu:21");
}

TEST(RouterTrouble, ASocketThatClosesAfterTheLastWordIsNoTrouble) {
  Network network(of_ranks(1));
  network.finish(0);
  network.end(0);
  EXPECT_FALSE(network.report().trouble);
  EXPECT_TRUE(network.router().all_ended());
}

TEST(RouterTrouble, BothSidesMustNameTheSameSize) {
  for (const std::uint64_t bytes : {3, 5}) {
    Network network(of_ranks(2));
    network.send(0, 1, "four");
    EXPECT_THAT(network.received(1, 0, bytes),
                HasSubstr("rank 0 (tag 0), which sent 4 bytes: both must name"));
    EXPECT_EQ(kind_of(network), Trouble::Kind::other_size);
    EXPECT_EQ(network.report().trouble->rank, 1);
  }
}

TEST(RouterTrouble, ATicketIsWaitedForOnce) {
  Network network(of_ranks(2));
  const auto sent = network.send(0, 1, "ab");
  network.wait(0, sent);
  EXPECT_EQ(network.told(0), "done: ");
  network.wait(0, sent);
  EXPECT_EQ(network.told(0), "failed: this ticket was never given out, or has ended");
}

TEST(RouterTrouble, AFloodEndsItsRank) {
  Settings settings = of_ranks(2);
  settings.most_bytes = 2000;
  Network network(settings);
  network.send(0, 1, std::string(1000, 'x'));
  EXPECT_FALSE(network.report().trouble);
  network.send(0, 1, std::string(1000, 'x'));
  EXPECT_EQ(kind_of(network), Trouble::Kind::flood);
  EXPECT_TRUE(network.router().has_ended(0));
}

TEST(RouterTrouble, ReceivedMessagesMakeRoom) {
  Settings settings = of_ranks(2);
  settings.most_bytes = 2000;
  Network network(settings);
  for (int i = 0; i < 10; ++i) {
    network.wait(0, network.send(0, 1, std::string(1000, 'x')));
    EXPECT_EQ(network.received(1, 0, 1000), "done: " + std::string(1000, 'x'));
  }
  EXPECT_FALSE(network.report().trouble);
}

TEST(RouterTrouble, EmptyMessagesAreAFloodAsWell) {
  Settings settings = of_ranks(2);
  settings.most_bytes = 2000;
  Network network(settings);
  for (int i = 0; i < 10; ++i) network.send(0, 1, "");
  EXPECT_EQ(kind_of(network), Trouble::Kind::flood);
}

struct BrokenRule {
  const char* name;
  Frame frame;
  const char* payload;
  const char* words;
};

class BrokenRules : public testing::TestWithParam<BrokenRule> {};

TEST_P(BrokenRules, EndTheRankWithASentence) {
  Network network(of_ranks(2));
  network.receive(0, 1, 4);  // has ticket 1
  network.wait(1, network.receive(1, 0, 4));
  network.say(0, GetParam().frame, GetParam().payload);
  EXPECT_EQ(kind_of(network), Trouble::Kind::broken_rule);
  EXPECT_EQ(words_of(network),
            std::string("rank 0 ") + GetParam().words + ": send messages only through comm::Comm");
  EXPECT_TRUE(network.router().has_ended(0));
  EXPECT_THAT(network.told(1), HasSubstr("failed: "));
}

INSTANTIATE_TEST_SUITE_P(
    Each, BrokenRules,
    testing::Values(
        BrokenRule{
            "OtherRank", {FrameKind::send, 2, 0, 9, 0, 0, 0}, "", "named rank 2, which it cannot reach"},
        BrokenRule{"Itself", {FrameKind::send, 0, 0, 9, 0, 0, 0}, "", "named rank 0, which it cannot reach"},
        BrokenRule{
            "AnyReceiver", {FrameKind::send, -1, 0, 9, 0, 0, 0}, "", "named rank -1, which it cannot reach"},
        BrokenRule{
            "FromItself", {FrameKind::receive, 0, 0, 9, 0, 0, 0}, "", "named rank 0, which it cannot reach"},
        BrokenRule{
            "BelowAny", {FrameKind::receive, -2, 0, 9, 0, 0, 0}, "", "named rank -2, which it cannot reach"},
        BrokenRule{"Short", {FrameKind::send, 1, 0, 9, 4, 0, 0}, "ab", "announced 4 bytes and sent 2"},
        BrokenRule{"Ticket", {FrameKind::send, 1, 0, 1, 2, 0, 0}, "ab", "used ticket 1 twice"},
        BrokenRule{"Kind", {FrameKind::done, 1, 0, 9, 0, 0, 0}, "", "sent a frame of the router's"},
        BrokenRule{"NoKind", {FrameKind(77), 1, 0, 9, 0, 0, 0}, "", "sent a frame of the router's"},
        BrokenRule{"Past", {FrameKind::barrier, 0, 0, 0, 0, -1, 0}, "", "sent a clock that is not a time"},
        BrokenRule{"NoTime", {FrameKind::barrier, 0, 0, 0, 0, NAN, 0}, "", "sent a clock that is not a time"},
        BrokenRule{
            "Forever", {FrameKind::barrier, 0, 0, 0, 0, INFINITY, 0}, "", "sent a clock that is not a time"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(RouterTrouble, ARankThatWaitsMustNotSpeak) {
  Network network(of_ranks(2));
  network.wait(0, network.receive(0, 1, 4));
  network.send(0, 1, "more");
  EXPECT_THAT(words_of(network), HasSubstr("rank 0 spoke while it waited"));
}

}  // namespace
}  // namespace gridmark::router
