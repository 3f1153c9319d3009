// A batch over folders and repositories: graded work, kept results, and the effects of a second run.
#include <thread>

#include "grader/system/folder_lock.h"
#include "tests/schedule/batch_fixture.h"

namespace gridmark::schedule {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

TEST_F(BatchTest, EachSubmissionCostsOneRowWhateverItDoes) {
  folder("good", "good");
  folder("below", "below");
  folder("broken", "broken");
  folder("crash", "crash");
  folder("torn", "torn");
  fs::create_directories(student("empty"));
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "good").state, GradeState::graded);
  EXPECT_EQ(grade(book, "below").state, GradeState::graded);
  EXPECT_EQ(grade(book, "broken").state, GradeState::error);
  EXPECT_EQ(grade(book, "broken").why, "sandbox: it is not there");
  EXPECT_EQ(grade(book, "crash").why, "the grader was ended by signal 11");
  EXPECT_EQ(grade(book, "torn").state, GradeState::error);
  EXPECT_EQ(grade(book, "empty").state, GradeState::nothing);
  EXPECT_FALSE(grade(book, "broken").has_record);
  EXPECT_EQ(calls(), 2 + 2 * 3);  // a job without a record is tried twice
  EXPECT_TRUE(fs::exists(root() / "results/broken/lab9/error.txt"));
  EXPECT_FALSE(fs::exists(root() / "results/.work/good--lab9")) << "what is done leaves nothing behind";
}

TEST_F(BatchTest, WhatIsDoneIsNotDoneAgainUnlessFilesOrLabChange) {
  folder("ada", "good");
  EXPECT_TRUE(grade(run(), "ada").fresh);
  EXPECT_FALSE(grade(run(), "ada").fresh);
  EXPECT_EQ(calls(), 1);
  folder("ada", "good again");
  EXPECT_EQ(grade(run(), "ada").attempts, 2);
  lab_.fingerprint = "two";
  EXPECT_EQ(grade(run(), "ada").attempts, 3);
  EXPECT_EQ(grade(run(true), "ada").attempts, 4);
  EXPECT_EQ(calls(), 4);
}

TEST_F(BatchTest, ABadRerunKeepsTheGoodRecord) {
  folder("ada", "good");
  const Points before = grade(run(), "ada").points;
  folder("ada", "broken");
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "ada").state, GradeState::error);
  EXPECT_TRUE(grade(book, "ada").has_record);
  EXPECT_EQ(grade(book, "ada").points, before);
  EXPECT_THAT(grade(book, "ada").why, HasSubstr("The grade from before is kept"));
}

TEST_F(BatchTest, AnErrorThatGoesAwayIsNoError) {
  folder("ada", "once");
  EXPECT_EQ(grade(run(), "ada").state, GradeState::graded);
  EXPECT_EQ(calls(), 2);
}

TEST_F(BatchTest, TheLastCommitBeforeTheDeadlineCounts) {
  commit("ada", "good", "2026-10-01T10:00:00Z");
  commit("ada", "broken", "2026-10-02T10:00:00Z");
  commit("late", "good", "2026-10-03T10:00:00Z");
  policy_.labs["lab9"].deadline = *parse_moment("2026-10-01T12:00:00Z");
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "ada").state, GradeState::graded);
  EXPECT_EQ(grade(book, "ada").committed, "2026-10-01T10:00:00Z");
  EXPECT_EQ(grade(book, "late").state, GradeState::nothing);
  EXPECT_EQ(grade(book, "late").why, "found no commit up to 2026-10-01T12:00:00Z");
}

/// Due on 2026-10-01 at noon, with a fifth less for each day.
LabDeadline due_at_noon() { return {*parse_moment("2026-10-01T12:00:00Z"), std::nullopt, 20, 0, ""}; }

// Labs share a repository, so work on the next lab follows.
TEST_F(BatchTest, ALaterCommitOfOtherFilesDoesNotMakeALabLate) {
  commit("ada", "good", "2026-10-01T10:00:00Z");
  commit_notes("ada", "2026-10-03T10:00:00Z");
  policy_.labs["lab9"] = due_at_noon();
  policy_.slip_days = 1;
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "ada").committed, "2026-10-01T10:00:00Z");
  EXPECT_EQ(grade(book, "ada").late, "");
}

// The course's own commits are in time, and contain the starter.
TEST_F(BatchTest, WhatAMergeBringsAlongIsNotTheStudents) {
  commit("ada", "starter", "2026-09-01T10:00:00Z");
  git("ada", "checkout -b course");
  commit_notes("ada", "2026-10-01T11:00:00Z");
  git("ada", "checkout -");
  commit("ada", "good", "2026-10-01T10:00:00Z");
  setenv("GIT_COMMITTER_DATE", "2026-10-09T10:00:00Z", 1);
  git("ada", "merge course -m merged");
  unsetenv("GIT_COMMITTER_DATE");
  policy_.labs["lab9"] = due_at_noon();
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "ada").committed, "2026-10-01T10:00:00Z");
  EXPECT_EQ(grade(book, "ada").late, "");
}

// Graded before there was a deadline, with the same files as at the deadline.
TEST_F(BatchTest, TheCommitThatThePolicyChoosesTellsLatenessNotThatOfAnEarlierRun) {
  commit("ada", "good", "2026-10-01T10:00:00Z");
  commit("ada", "other", "2026-10-07T10:00:00Z");
  commit("ada", "good", "2026-10-08T10:00:00Z");
  EXPECT_EQ(grade(run(), "ada").committed, "2026-10-08T10:00:00Z");
  policy_.labs["lab9"] = due_at_noon();
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "ada").committed, "2026-10-01T10:00:00Z");
  EXPECT_DOUBLE_EQ(grade(book, "ada").factor, 1);
  EXPECT_EQ(calls(), 1);
}

TEST_F(BatchTest, AChangedPolicyNeedsNoSecondGrade) {
  commit("ada", "good", "2026-10-02T10:00:00Z");
  policy_.labs["lab9"] = {*parse_moment("2026-10-01T12:00:00Z"), std::nullopt, 20, 0, ""};
  EXPECT_DOUBLE_EQ(grade(run(), "ada").factor, 0.8);
  policy_.slip_days = 1;
  const ClassBook book = run();
  EXPECT_DOUBLE_EQ(grade(book, "ada").factor, 1);
  EXPECT_EQ(grade(book, "ada").late, "1 day late, 1 slip day used: all of the points count");
  EXPECT_EQ(calls(), 1);
}

TEST(GradingFingerprint, AnotherDeviceIsAnotherGrade) {
  const auto fingerprint = [](const char* device) {
    Lab lab;
    lab.rubric = GRIDMARK_SOURCE_DIR "/rubrics/lab0-warm-up.json";
    lab.folder = GRIDMARK_SOURCE_DIR "/labs/lab0-warm-up";
    return grading_fingerprint(lab, device).value_or("");
  };
  EXPECT_NE(fingerprint("emulated"), "");
  EXPECT_NE(fingerprint("emulated"), fingerprint("cuda"));
}

/// A record whose timed item this machine could not settle.
GradeRecord deferred_record() {
  GradeRecord record = example("mixed");
  record.lab = "lab9";
  record.items.at(0).outcome = Outcome::deferred;
  return record;
}

TEST_F(BatchTest, DeferredLinesAreNotYetFinalAndAreGradedAgainOnRequestAlone) {
  lab_.timed = true;
  folder("ada", "good");
  std::ofstream(root() / "record.json") << report::print_json(deferred_record());
  EXPECT_EQ(grade(run(), "ada").deferred(), 1);
  EXPECT_FALSE(grade(run(), "ada").final());
  EXPECT_EQ(calls(), 1);
  GradeRecord settled = deferred_record();
  settled.items.at(0).outcome = Outcome::passed;
  std::ofstream(root() / "record.json") << report::print_json(settled);
  again_deferred_ = true;
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "ada").deferred(), 0);
  EXPECT_EQ(grade(book, "ada").attempts, 2);
  run();
  EXPECT_EQ(calls(), 2);
}

TEST_F(BatchTest, ARestlessRerunDoesNotReplaceASettledGrade) {
  lab_.timed = true;
  folder("ada", "good");
  run();
  std::ofstream(root() / "record.json") << report::print_json(deferred_record());
  const ClassBook book = run(true);
  EXPECT_EQ(grade(book, "ada").attempts, 2);
  EXPECT_EQ(grade(book, "ada").deferred(), 0);
}

// A later run's record was merged into it by hand.
TEST_F(BatchTest, WhatWasMergedIsSettledAndStaysSo) {
  lab_.timed = true;
  folder("ada", "good");
  std::ofstream(root() / "record.json") << report::print_json(deferred_record());
  run();
  GradeRecord merged = **ResultsFolder::open(root() / "results", {})->published("ada", "lab9");
  merged.items.at(0).outcome = Outcome::passed;
  std::ofstream(root() / "results/ada/lab9/record.json") << report::print_json(merged);
  again_deferred_ = true;
  EXPECT_EQ(grade(run(), "ada").deferred(), 0);
  EXPECT_EQ(calls(), 1);
  const ClassBook book = run(true);
  EXPECT_EQ(grade(book, "ada").attempts, 2);
  EXPECT_EQ(grade(book, "ada").deferred(), 0);
}

// Points from a person count in the choice of the best attempt. They are kept if another attempt is better.
TEST_F(BatchTest, TheBestAttemptIsJudgedWithWhatPersonsGave) {
  counting_ = Counting::best;
  folder("ada", "good");
  run();
  GradeRecord praised = **ResultsFolder::open(root() / "results", {})->published("ada", "lab9");
  praised.points += Points(1);
  std::ofstream(root() / "results/ada/lab9/record.json") << report::print_json(praised);
  folder("ada", "good and new");
  run();
  EXPECT_EQ(calls(), 2);
  EXPECT_EQ((*ResultsFolder::open(root() / "results", {})->published("ada", "lab9"))->source->attempt, 1);
}

TEST_F(BatchTest, PointsOfPersonsStayWithTheSameFiles) {
  folder("ada", "good");
  run();
  const fs::path path = root() / "results/ada/lab9/record.json";
  GradeRecord record = example("mixed");
  {
    const auto results = ResultsFolder::open(root() / "results", {});
    record = **results->published("ada", "lab9");
  }
  record.manual = {{"ada", "report_analysis", 1, "TA", "good"}};
  std::ofstream(path) << report::print_json(record);
  run(true);
  const auto results = ResultsFolder::open(root() / "results", {});
  EXPECT_EQ((*results->published("ada", "lab9"))->manual, record.manual);
  EXPECT_EQ((*results->published("ada", "lab9"))->source->attempt, 2);
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// No part of a hidden test's name or message: "Naive.SecretShape", "naive(secret 17 x 31): c[0] is 1".
void expect_no_secret(const fs::path& folder) {
  for (const char* name : {"report.html", "log.txt"}) {
    const std::string text = text_of(folder / name);
    EXPECT_THAT(text, HasSubstr("a hidden test")) << folder / name;
    EXPECT_THAT(text, testing::Not(HasSubstr("ecret"))) << folder / name;
  }
}

TEST_F(BatchTest, WhatAStudentIsHandedSaysNothingOfHiddenTests) {
  GradeRecord record = example("hidden");
  record.lab = "lab9";
  std::ofstream(root() / "record.json") << report::print_json(record);
  folder("ada", "good");
  run();
  const fs::path lab = root() / "results/ada/lab9";
  expect_no_secret(lab);
  EXPECT_THAT(text_of(lab / "staff.html"), HasSubstr("SecretShape"));
  EXPECT_THAT(text_of(lab / "staff-log.txt"), HasSubstr("graded submission"));
  for (const auto& attempt : fs::directory_iterator(lab / "attempts")) expect_no_secret(attempt.path());
}

TEST_F(BatchTest, PagesThatAreMissingAreWrittenAgain) {
  folder("ada", "good");
  run();
  const fs::path lab = root() / "results/ada/lab9";
  const std::string page = text_of(lab / "report.html");
  fs::remove(lab / "staff.html");
  std::ofstream(lab / "report.html") << "of an earlier gridmark, with all that staff may know";
  run();
  EXPECT_EQ(calls(), 1);
  EXPECT_EQ(text_of(lab / "report.html"), page);
  EXPECT_TRUE(fs::exists(lab / "staff.html"));
}

TEST_F(BatchTest, AStopLeavesTheRestForTheNextBatch) {
  folder("a", "slow");
  folder("b", "slow");
  std::jthread person([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    stop_.request();
  });
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "a").state, GradeState::pending);
  EXPECT_EQ(grade(book, "a").why, "not graded yet");
}

TEST(ResultsFolderTest, OtherFoldersAreLeftAlone) {
  const auto folder = system::TempFolder::make();
  std::ofstream(folder->path() / "thesis.tex") << "words";
  const auto refused = ResultsFolder::open(folder->path(), {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("holds \"thesis.tex\" and is not a folder of a batch"));
  std::ofstream(folder->path() / ".format") << "gridmark/results/v9\n";
  EXPECT_THAT(ResultsFolder::open(folder->path(), {}).error().message,
              HasSubstr("found \"gridmark/results/v9\", expected \"gridmark/results/v1\""));
}

TEST(FolderLockTest, ASecondBatchIsToldWhoIsThere) {
  const auto folder = system::TempFolder::make();
  const auto first = system::FolderLock::take(folder->path(), "", "pid 7 on cpu3");
  ASSERT_TRUE(first);
  EXPECT_THAT(system::FolderLock::take(folder->path(), "", "me").error().message, HasSubstr("pid 7 on cpu3"));
  EXPECT_FALSE(system::FolderLock::take(folder->path(), "1-of-2", "me"));
}

TEST(FolderLockTest, ShardsShareAFolder) {
  const auto folder = system::TempFolder::make();
  const auto first = system::FolderLock::take(folder->path(), "1-of-2", "one"),
             second = system::FolderLock::take(folder->path(), "2-of-2", "two");
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_THAT(system::FolderLock::take(folder->path(), "1-of-2", "three").error().message,
              HasSubstr(": one."));
  EXPECT_FALSE(system::FolderLock::take(folder->path(), "", "whole"));
}

}  // namespace
}  // namespace gridmark::schedule
