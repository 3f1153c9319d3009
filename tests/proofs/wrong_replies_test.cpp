#include "grader/proofs/wrong_replies.h"

#include <gmock/gmock.h>

#include "tests/proofs/sample.h"

namespace gridmark::proofs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const WrongReplyKind zeros{"zeros", "zeros"};

TestResult saw(const std::string& name, Outcome outcome,
               std::vector<std::string> arrays = {"output 1 of saxpy"}, std::string tolerated = "") {
  return {name, outcome, "", {}, "", 0, ReplacementSeen{std::move(arrays), 1, std::move(tolerated)}};
}

WrongReplyRun run_of(std::vector<TestResult> tests, Verdict sectors = Verdict::fail) {
  WrongReplyRun run;
  run.results.tests = std::move(tests);
  ItemScore score;
  score.id = "sectors";
  score.verdict = sectors;
  run.record.items = {score};
  return run;
}

Proof prove(const WrongReplyRun& run, const WrongReplyKind& kind = zeros) {
  return prove_wrong_reply(sample_rubric(), Device::emulated, kind, {run});
}

TEST(WrongReplies, ATestThatFailsHasNoticed) {
  const Proof proof =
      prove(run_of({saw("Saxpy.A", Outcome::wrong_answer), saw("Saxpy.B", Outcome::crashed)}));
  EXPECT_THAT(proof.complaints, IsEmpty());
  EXPECT_EQ(proof.found, "zeros: 2 tests see it, and all notice");
}

TEST(WrongReplies, ATestThatReadsItAndPassesIsBlind) {
  const Proof proof = prove(run_of({saw("Saxpy.A", Outcome::passed), saw("Saxpy.B", Outcome::wrong_answer)}));
  EXPECT_THAT(proof.complaints, ElementsAre(HasSubstr("output 1 of saxpy holds zeros, and Saxpy.A passes")));
  EXPECT_EQ(proof.found, "zeros: 2 tests see it, 1 notice");
}

TEST(WrongReplies, WhatATestDoesNotReadItNeedNotNotice) {
  EXPECT_TRUE(prove(run_of({saw("Saxpy.A", Outcome::passed, {})})).holds());
}

TEST(WrongReplies, PointsLostOnWhatATestRecordsAreNotice) {
  EXPECT_TRUE(prove(run_of({saw("Counted.Sectors", Outcome::passed)}, Verdict::fail)).holds());
  EXPECT_FALSE(prove(run_of({saw("Counted.Sectors", Outcome::passed)}, Verdict::pass)).holds());
}

TEST(WrongReplies, ATestMayTolerateOneForAReasonThatIsShown) {
  const Proof proof = prove(run_of({saw("Saxpy.A", Outcome::passed, {"output 1 of saxpy"}, "it is a time")}));
  EXPECT_TRUE(proof.holds());
  EXPECT_EQ(proof.found, "zeros: 1 test sees it, 0 notice; 1 need not (it is a time)");
}

TEST(WrongReplies, WithoutASecondCallNothingCanBeStale) {
  const WrongReplyRun never = run_of({saw("Saxpy.A", Outcome::passed, {})});
  EXPECT_THAT(prove(never, {"stale", "the answer before"}).complaints, ElementsAre(HasSubstr("asked twice")));
  EXPECT_TRUE(prove(never).holds());
}

TEST(WrongReplies, KindsAreTheCheckersOwn) {
  std::vector<std::string> names;
  for (const WrongReplyKind& kind : wrong_reply_kinds()) names.push_back(kind.name);
  EXPECT_THAT(names, ElementsAre("zeros", "input_copy", "stale", "unwritten", "nan", "half", "last_element"));
}

}  // namespace
}  // namespace gridmark::proofs
