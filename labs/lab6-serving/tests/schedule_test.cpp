// The rules of Engine::step(): the order in which requests are served.
#include <fmt/format.h>

#include "labs/lab6-serving/tests/engine_program.h"

namespace gridmark::lab6 {
namespace {

constexpr auto order_alone = EngineProgram::Compared::order;

TEST(Schedule, RequestsBeginInTheirOrder) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 64, .block = 4, .most_sequences = 3});
  for (const int tokens : {9, 2, 5, 1, 7, 3, 3}) program.submit(model.request(any_between(2, 6), tokens));
  for (int i = 0; i < 4; ++i) program.step(), program.take_all();
  program.submit(model.request(3, 2));
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
}

// Request 2 waits for four places, and the small requests after it wait, too.
TEST(Schedule, NoneIsOvertakenWhereAnswersDoNotFit) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 64, .block = 4, .most_sequences = 4});
  program.submit(model.request(3, 6));
  program.submit(model.request(4, 5, 4, 1.0f));
  for (int i = 0; i < 3; ++i) program.submit(model.request(1, 1));
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
}

TEST(Schedule, NoneIsOvertakenWhereBlocksAreMissing) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 6, .block = 4, .most_sequences = 8});
  program.submit(model.request(9, 4));   // three blocks
  program.submit(model.request(15, 2));  // needs four of the three that are left
  for (int i = 0; i < 3; ++i) program.submit(model.request(2, 2));
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
}

/// Three requests that fit at first, but not after they have grown.
void grow(const AnyModel& model, EngineProgram& program, float temperature) {
  program.begin({.blocks = 9, .block = 4, .most_sequences = 4});
  program.submit(model.request(7, 16, 1, temperature));
  program.submit(model.request(6, 18, 1, temperature, 6));
  program.submit(model.request(5, 12, 1, temperature));
}

TEST(Schedule, TheNewestIsPreempted) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  grow(model, program, 0);
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
  EXPECT_GE(program.stats().preemptions, 2);
}

// Tokens are taken after each step. None may come twice or be computed again.
TEST(Schedule, PreemptedAnswersGoOn) {
  const AnyModel model(small_shape);
  for (const float temperature : {0.0f, 1.0f}) {
    EngineProgram program(model);
    grow(model, program, temperature);
    while (program.step()) program.take_all();
    program.take_all();
    EXPECT_TRUE(follows(program, order_alone));
  }
}

TEST(Schedule, SeveralAnswersArePreemptedTogether) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 12, .block = 4, .most_sequences = 6});
  program.submit(model.request(6, 15, 2, 1.0f));
  program.submit(model.request(7, 10, 3, 0.8f, 6));
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
  EXPECT_GE(program.stats().preemptions, 1);
}

// Request 1 needs the block that request 2 got in the same step. Request 2 does not have a token then, so its
// answers share the blocks of the prompt the next time, too.
TEST(Schedule, JustAdmittedAndPreempted) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 6, .block = 4, .most_sequences = 4});
  program.submit(model.request(16, 8));
  program.step();
  program.submit(model.request(7, 2, 2, 1.0f));
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
  EXPECT_GE(program.stats().preemptions, 1);
}

TEST(Schedule, CancelWhereverARequestIs) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  grow(model, program, 0);
  program.submit(model.request(4, 4));
  program.cancel(4);  // it waits
  program.take(4);
  program.step();
  for (int i = 0; i < 12 && program.stats().preemptions == 0; ++i) program.step();
  ASSERT_EQ(program.stats().preemptions, 1);
  program.cancel(3);  // it was preempted
  program.cancel(3);
  program.take(3);
  program.cancel(1);  // it runs
  program.take(1);
  program.cancel(0);
  program.cancel(77);
  program.submit(model.request(9, 5));
  program.run();
  program.cancel(2);  // it has ended, but its tokens may still be taken
  program.take_all();
  EXPECT_TRUE(follows(program, order_alone));
}

TEST(Schedule, TokensAreTakenOnce) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 20, .block = 4, .most_sequences = 2});
  program.submit(model.request(3, 4, 2, 1.0f));
  program.submit(model.request(3, 3));
  program.take_all();  // nothing to take yet
  program.step();
  program.step();
  program.take(1);
  program.take(1);
  program.take(2);
  program.run();
  program.take_all();
  program.take_all();  // the requests are forgotten
  program.take(9);
  program.step();
  EXPECT_TRUE(follows(program, order_alone));
}

// The last token does not need a position, because no token follows it.
TEST(Schedule, ASequenceMayFillTheModel) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 12, .block = 4, .most_sequences = 2});
  program.submit(model.request(small_shape.length - 1, 1));
  program.submit(model.request(small_shape.length - 10, 10));
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
}

// (5 + 4 - 1) / 4 = 2 blocks for each answer, and the pool has 6.
TEST(Schedule, ARequestMayFillThePool) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 6, .block = 4, .most_sequences = 3});
  program.submit(model.request(5, 4, 3, 1.0f));
  program.submit(model.request(17, 8));
  EXPECT_TRUE(follows_to_the_end(program, order_alone));
}

TEST(Schedule, RefusesRequests) {
  const AnyModel model(small_shape);
  EngineProgram program(model);
  program.begin({.blocks = 6, .block = 4, .most_sequences = 3});
  const ReferenceRequest good = model.request(5, 4);
  const auto changed = [&](const std::function<void(ReferenceRequest&)>& change) {
    ReferenceRequest request = good;
    change(request);
    return request;
  };
  const std::vector<ReferenceRequest> one_of_each_rule{
      changed([](ReferenceRequest& r) { r.prompt.clear(); }),
      changed([](ReferenceRequest& r) { r.prompt[2] = small_shape.tokens; }),
      changed([](ReferenceRequest& r) { r.tokens = 0; }),
      changed([](ReferenceRequest& r) { r.answers = 0; }),
      changed([](ReferenceRequest& r) { r.tokens = small_shape.length - 4; }),  // one more than the model has
      changed([](ReferenceRequest& r) { r.answers = 4; }),
      changed([](ReferenceRequest& r) { r.tokens = 21; })};  // 7 blocks
  for (const ReferenceRequest& request : one_of_each_rule) ASSERT_EQ(program.submit(request), threw);
  program.submit(changed([](ReferenceRequest& r) { r.prompt[0] = -1; }));
  program.submit(changed([](ReferenceRequest& r) { r.tokens = -2; }));
  program.submit(changed([](ReferenceRequest& r) { r.answers = 3, r.tokens = 5; }));  // 9 blocks
  EXPECT_EQ(program.submit(good), 1);
  program.run();
  program.take_all();
  EngineCalls op = program.operation();
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(program.check(op, order_alone));
  EXPECT_TRUE(channel::holds(
      op, op.counts.values()[2] >= static_cast<std::int64_t>(one_of_each_rule.size()),
      fmt::format("requests that break {} different rules are refused with {} different messages, expected one "
                  "for each rule: the message must name the rule",
                  one_of_each_rule.size(), op.counts.values()[2])));
}

TEST(Schedule, RefusesSettingsBelowOne) {
  const AnyModel model(small_shape);
  for (std::size_t wrong = 0; wrong < 3; ++wrong) {
    EngineCall call{.what = EngineCall::What::begin, .blocks = 4, .block = 4, .most_sequences = 4};
    (wrong == 0 ? call.blocks : wrong == 1 ? call.block : call.most_sequences) = 0;
    EngineProgram none(model);
    EngineCalls op = none.operation();
    op.calls = channel::In<EngineCall>(std::vector{call});
    op.replies = channel::Out<EngineReply>(1);
    ASSERT_TRUE(channel::ask(op));
    EXPECT_TRUE(channel::holds(op, op.replies.values()[0].returned == threw,
                               fmt::format("with {} = 0 the constructor does not throw std::invalid_argument",
                                           wrong == 0   ? "blocks"
                                           : wrong == 1 ? "block"
                                                        : "most_sequences")));
  }
}

/// The number of launches for `requests` equal requests.
std::uint64_t launches_of(const AnyModel& model, int requests) {
  EngineProgram program(model);
  program.begin({.blocks = 64, .block = 4, .most_sequences = requests});
  for (int i = 0; i < requests; ++i) program.submit(model.request(3, 20));
  program.run();
  program.take_all();
  EngineCalls op = program.operation();
  EXPECT_TRUE(channel::ask(op));
  const std::uint64_t launches = channel::last_reply().meters.launches;
  EXPECT_TRUE(program.check(op, order_alone));
  return launches;
}

// Twenty steps each. A separate pass for each request would take eight times as many launches.
TEST(Schedule, OnePassForAllThatRun) {
  const AnyModel model(small_shape);
  const std::uint64_t alone = launches_of(model, 1), eight = launches_of(model, 8);
  EngineCalls op;
  EXPECT_TRUE(channel::holds(
      op, eight <= 3 * alone,
      fmt::format("20 steps of 8 requests launch {} kernels, and of one {}: expected 3 times as many at most. Let "
                  "all running answers go through the model in one pass",
                  eight, alone)));
}

}  // namespace
}  // namespace gridmark::lab6
