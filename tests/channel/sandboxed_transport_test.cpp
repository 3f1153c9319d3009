// The channel against workers that misbehave, through the real sandbox.
#include <gmock/gmock.h>

#include <array>

#include "labkit/channel/ask.h"
#include "labkit/channel/options.h"
#include "tests/channel/behave.h"

namespace gridmark::channel {
namespace {

using testing::HasSubstr;

class SandboxedTransport : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::array arguments = {"checker",
                            "--sandbox",
                            GRIDMARK_SANDBOX,
                            "--worker",
                            "fast=" ROGUE_WORKER,
                            "--limits",
                            R"({"wall_seconds": 2, "output_kib": 64})"};
    ASSERT_EQ(parse_options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data())), "");
  }

  Answer call(const std::string& how) {
    op = Behave{how, In<int>({1, 2, 3}), Out<int>(3)};
    Answer answer = worker->call(to_request(op));
    take_snapshots(op);
    return answer;
  }

  Behave op;
  std::unique_ptr<Transport> worker = make_transport(Flavour::fast);
};

TEST_F(SandboxedTransport, AnHonestWorkerAnswers) {
  const Answer answer = call("work");
  ASSERT_TRUE(answer.reply) << answer.failure.message << answer.failure.output;
  EXPECT_EQ(op.out.values()[2], 6);
  EXPECT_EQ(answer.reply->meters.launches, 7u);
  ASSERT_EQ(answer.reply->leaks.size(), 1u);
  EXPECT_EQ(answer.reply->leaks[0].place.line, 3);
}

TEST_F(SandboxedTransport, OneWorkerAnswersManyCalls) {
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(call("work").reply);
}

TEST_F(SandboxedTransport, AWorkerThatDoesNothingLeavesPoison) {
  ASSERT_TRUE(call("work").reply);
  ASSERT_TRUE(call("do nothing").reply);
  EXPECT_EQ(op.out.values()[0], -1);
}

TEST_F(SandboxedTransport, WhatTheFunctionReturnedComesBack) {
  EXPECT_EQ(call("return an error").reply->status.name, "cudaErrorMemoryAllocation");
}

TEST_F(SandboxedTransport, AnInputCannotBeChanged) {
  const Answer answer = call("write into the input");
  EXPECT_FALSE(answer.reply);
  EXPECT_EQ(answer.failure.outcome, "crashed");
  EXPECT_EQ(op.in.values()[0], 1);
}

TEST_F(SandboxedTransport, WhatWasPrintedBeforeACrashIsKept) {
  EXPECT_EQ(call("print and abort").failure.output, "so far so good\n");
}

TEST_F(SandboxedTransport, WhatWasPrintedBesideAnAnswerCanBeHad) {
  ASSERT_TRUE(call("print and do nothing").reply);
  EXPECT_EQ(worker->printed(), "n is 3\n");
}

struct Misdeed {
  const char* how;
  const char* outcome;
  const char* says;
};

class Misdeeds : public SandboxedTransport, public testing::WithParamInterface<Misdeed> {};

TEST_P(Misdeeds, GetTheirOutcomeAndAMessage) {
  const Answer answer = call(GetParam().how);
  ASSERT_FALSE(answer.reply);
  EXPECT_EQ(answer.failure.outcome, GetParam().outcome);
  EXPECT_THAT(answer.failure.message, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(All, Misdeeds,
                         testing::Values(Misdeed{"crash", "crashed", "null pointer"},
                                         Misdeed{"abort", "crashed", "signal 6"},
                                         Misdeed{"exit 0", "crashed", "exit status 0"},
                                         Misdeed{"hang", "timed_out", "within 2 s"},
                                         Misdeed{"flood", "output_limit", "64 KiB"},
                                         Misdeed{"forge nothing", "forbidden", "answered for the worker"},
                                         Misdeed{"forge a size", "forbidden", "answered for the worker"},
                                         Misdeed{"forge a nonce", "forbidden", "answered for the worker"}));

TEST_F(SandboxedTransport, AFaultNamesItsPlace) {
  const Answer answer = call("crash");
  EXPECT_EQ(answer.failure.place.file, "student.cu");
  EXPECT_EQ(answer.failure.place.line, 9);
}

// Secrets: the worker does not have any information that would help to cheat.

TEST_F(SandboxedTransport, AWorkerIsToldNothingButItsName) {
  const Answer answer = call("what am I told");
  ASSERT_TRUE(answer.reply) << answer.failure.message;
  const std::string& told = answer.reply->status.message;
  for (const char* secret : {"SEED", "GTEST", "results", "limits", "sandbox", GRIDMARK_SOURCE_DIR, "checker"})
    EXPECT_THAT(told, testing::Not(HasSubstr(secret)));
}

TEST_F(SandboxedTransport, AFreshWorkerRemembersNothing) {
  ASSERT_EQ(call("count calls").reply->status.code, 1);
  ASSERT_EQ(call("count calls").reply->status.code, 2);
  worker = make_transport(Flavour::fast);
  EXPECT_EQ(call("count calls").reply->status.code, 1);
}

// Each call has separate memory, so the worker need not be stopped. A thread of an earlier call can only
// write to memory that is no longer read.
TEST_F(SandboxedTransport, AThreadThatComesLateChangesNoAnswer) {
  ASSERT_TRUE(call("write late").reply);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(call("work").reply);
    ASSERT_EQ(op.out.values()[2], 6);
    ASSERT_EQ(op.in.values()[2], 3);
  }
}

// The checker's references are only in the checker's memory. A worker shares the control page and the arrays
// of the calls so far, and no other memory.
TEST_F(SandboxedTransport, AWorkerHasNoDescriptorsButItsOwn) {
  const Answer answer = call("list descriptors");
  ASSERT_TRUE(answer.reply) << answer.failure.message;
  EXPECT_EQ(answer.reply->status.message, "0 1 2 3 4 10 11 ");  // 3 and 4: the arrays of this call
}

}  // namespace
}  // namespace gridmark::channel
