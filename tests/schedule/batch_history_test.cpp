// A batch with commits that appear late, with changed files under hand-given points, and with another rubric.
#include "tests/schedule/batch_fixture.h"

namespace gridmark::schedule {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class BatchHistoryTest : public BatchTest {
 protected:
  BatchHistoryTest() {
    policy_.labs["lab9"] = {*parse_moment("2026-10-15T23:59:00Z"), std::nullopt, 10, 0, ""};
    commit("ada", "good first", "2026-10-10T10:00:00Z");
    now_ = "2026-10-16T00:10:00Z";
  }
  LabGrade ada_now() {
    const ClassBook book = run();
    EXPECT_EQ(grade(book, "ada").state, GradeState::graded) << grade(book, "ada").why;
    return grade(book, "ada");
  }
};

TEST_F(BatchHistoryTest, ACommitThatALookDidNotFindIsSaid) {
  EXPECT_EQ(ada_now().late, "");
  commit("ada", "good better", "2026-10-14T10:00:00Z");
  now_ = "2026-11-27T00:00:00Z";
  const LabGrade grade = ada_now();
  EXPECT_EQ(grade.factor, 1);
  EXPECT_THAT(grade.late, AllOf(HasSubstr("is dated 2026-10-14T10:00:00Z"),
                                HasSubstr("was not in the repository at 2026-10-16T00:10:00Z"),
                                HasSubstr("first seen at 2026-11-27T00:00:00Z"), HasSubstr("1 day late")));
}

TEST_F(BatchHistoryTest, ByTheClockOfLooksItIsLate) {
  policy_.clock = SubmissionClock::seen;
  ada_now();
  commit("ada", "good better", "2026-10-14T10:00:00Z");
  now_ = "2026-10-17T00:00:00Z";
  const LabGrade grade = ada_now();
  EXPECT_EQ(grade.factor, 0.9);
  EXPECT_EQ(grade.committed, "2026-10-16T00:10:00Z");
  EXPECT_THAT(grade.late, HasSubstr("By the clock \"commit\" it would be in time"));
}

TEST_F(BatchHistoryTest, AnHonestLateCommitGivesNoDoubt) {
  ada_now();
  commit("ada", "good better", "2026-10-16T10:00:00Z");
  now_ = "2026-10-17T00:00:00Z";
  EXPECT_EQ(ada_now().late, "1 day late: 90 % of the points count");
}

TEST_F(BatchHistoryTest, ARewrittenBranchIsSaid) {
  ada_now();
  folder("ada", "good other");
  setenv("GIT_COMMITTER_DATE", "2026-10-10T10:00:00Z", 1);
  git("ada", "add -A");
  git("ada", "commit --amend -m y");
  unsetenv("GIT_COMMITTER_DATE");
  now_ = "2026-10-17T00:00:00Z";
  EXPECT_THAT(ada_now().late, HasSubstr("the branch was rewritten"));
  EXPECT_THAT(ada_now().late, HasSubstr("the branch was rewritten")) << "also at the next look";
}

TEST_F(BatchHistoryTest, WhatWasTidiedUpBeforeTheDeadlineIsNoDoubt) {
  now_ = "2026-10-12T00:00:00Z";
  ada_now();
  folder("ada", "good other");
  setenv("GIT_COMMITTER_DATE", "2026-10-13T10:00:00Z", 1);
  git("ada", "add -A");
  git("ada", "commit --amend -m y");
  unsetenv("GIT_COMMITTER_DATE");
  now_ = "2026-10-17T00:00:00Z";
  EXPECT_EQ(ada_now().late, "");
}

TEST_F(BatchHistoryTest, HandGivenPointsGoAlongAndSayWhatTheyWereFor) {
  ada_now();
  const std::filesystem::path path = root() / "results/ada/lab9/record.json";
  GradeRecord record = **ResultsFolder::open(root() / "results", {})->published("ada", "lab9");
  record.manual = {{"ada", "report_analysis", 1, "TA", "good", ""}};
  std::ofstream(path) << report::print_json(record);
  EXPECT_EQ(ada_now().given_before(), 0);
  commit("ada", "good first  // and a comment", "2026-10-11T10:00:00Z");
  const LabGrade grade = ada_now();
  EXPECT_EQ(grade.attempt, 2);
  ASSERT_EQ(grade.manual.size(), 1u);
  EXPECT_EQ(grade.manual[0].points, Points(1));
  EXPECT_EQ(grade.manual[0].content, record.source->content);
  EXPECT_EQ(grade.given_before(), 1);
  EXPECT_FALSE(grade.final());
}

}  // namespace
}  // namespace gridmark::schedule
