// A batch over repositories and folders of every kind, with a grader in miniature.
#include "grader/schedule/batch.h"

#include <gmock/gmock.h>

#include <fstream>
#include <thread>

#include "grader/report/json_printer.h"
#include "grader/system/folder_lock.h"
#include "grader/system/temp_folder.h"
#include "tests/report/example_records.h"

namespace gridmark {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class BatchTest : public testing::Test {
 protected:
  BatchTest() {
    fs::create_directories(root() / "students");
    lab_.lab.name = "lab9";
    lab_.lab.files = {"a.cu"};
    lab_.fingerprint = "one";
    GradeRecord record = example("mixed");
    record.lab = "lab9";
    std::ofstream(root() / "record.json") << print_json(record);
    setenv("FAKE_RECORD", (root() / "record.json").c_str(), 1);
    setenv("FAKE_CALLS", (root() / "calls").c_str(), 1);
  }

  fs::path root() const { return folder_->path(); }
  fs::path student(const std::string& id) const { return root() / "students" / id; }

  void folder(const std::string& id, const std::string& text) {
    fs::create_directories(student(id));
    std::ofstream(student(id) / "a.cu") << text;
  }
  void git(const std::string& id, const std::string& words) const {
    const std::string command = "git -C '" + student(id).string() +
                                "' -c user.name=S -c user.email=s@x -c init.defaultBranch=main " + words +
                                " >/dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void commit(const std::string& id, const std::string& text, const std::string& when) {
    folder(id, text);
    if (!fs::exists(student(id) / ".git")) git(id, "init");
    setenv("GIT_COMMITTER_DATE", when.c_str(), 1);
    git(id, "add -A");
    git(id, "commit -m x");
    unsetenv("GIT_COMMITTER_DATE");
  }

  /// An empty repository.
  void git_folder(const std::string& id) {
    fs::create_directories(student(id));
    git(id, "init");
    fs::create_directories(student(id) / ".git/objects/info");
  }

  ClassBook run(bool force = false) {
    Roster roster;
    for (const auto& entry : fs::directory_iterator(root() / "students"))
      roster.push_back({entry.path().filename(), "", "", entry.path(), "", 0, {}});
    std::sort(roster.begin(), roster.end(), [](const Student& a, const Student& b) { return a.id < b.id; });
    const auto results =
        ResultsFolder::open(root() / "results", [](const GradeRecord& persons, GradeRecord fresh) {
          fresh.manual = persons.manual;
          return Result<GradeRecord>(fresh);
        });
    EXPECT_TRUE(results);
    std::vector<BatchLab> labs{lab_};
    Planner planner({&labs, policy_, "", false, results->mirrors(), {}}, stop_);
    const SystemClock clock;
    Batch batch({labs,
                 roster,
                 policy_,
                 2,
                 counting_,
                 force,
                 again_deferred_,
                 {},
                 {{GRIDMARK_SOURCE_DIR "/tests/schedule/fake_grader.sh"}, 5}},
                planner, *results, {stop_, clock, {}, {}});
    auto lines = batch.plan();
    batch.run(lines);
    return batch.settle(lines);
  }

  static const LabGrade& grade(const ClassBook& book, const std::string& id) {
    for (const StudentGrades& row : book.students)
      if (row.student.id == id) return row.labs.at(0);
    throw std::out_of_range(id);
  }
  int calls() const {
    std::ifstream file(root() / "calls");
    int count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }

  BatchLab lab_;
  LatePolicy policy_;
  Counting counting_ = Counting::last;
  bool again_deferred_ = false;
  StopFlag stop_;

 private:
  Result<TempFolder> folder_ = TempFolder::make();
};

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
  EXPECT_EQ(calls(), 2 + 2 * 3);  // what ends without a record is tried twice
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
  EXPECT_THAT(grade(book, "ada").why, HasSubstr("the grade from before is kept"));
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

TEST_F(BatchTest, NothingOfARepositoryRuns) {
  const std::string mark = (root() / "ran").string();
  commit("ada", "good", "2026-10-01T10:00:00Z");
  std::ofstream(student("ada") / ".gitattributes") << "*.cu filter=evil\n";
  git("ada", "add .gitattributes");
  git("ada", "commit -m y");
  for (const char* key :
       {"filter.evil.smudge", "filter.evil.clean", "core.fsmonitor", "uploadpack.packObjectsHook",
        "core.sshCommand", "core.alternateRefsCommand", "core.pager"})
    git("ada", std::string("config ") + key + " 'touch " + mark + "'");
  for (const char* hook : {"post-checkout", "reference-transaction", "pre-auto-gc", "post-update"}) {
    std::ofstream(student("ada") / ".git/hooks" / hook) << "#!/bin/sh\ntouch " << mark << "\n";
    fs::permissions(student("ada") / ".git/hooks" / hook, fs::perms::owner_all);
  }
  EXPECT_EQ(grade(run(), "ada").state, GradeState::graded);
  EXPECT_FALSE(fs::exists(mark));
}

TEST_F(BatchTest, OddRepositoriesSayWhatIsOdd) {
  fs::create_directories(student("none"));
  git("none", "init");
  commit("file", "good", "2026-10-01T10:00:00Z");
  fs::rename(student("file") / ".git", root() / "elsewhere");
  std::ofstream(student("file") / ".git") << "gitdir: " << (root() / "elsewhere").string() << "\n";
  commit("bare", "good", "2026-10-01T10:00:00Z");
  fs::rename(student("bare") / ".git", root() / "bare");
  fs::remove_all(student("bare"));
  fs::rename(root() / "bare", student("bare"));
  commit("lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "2026-10-01T10:00:00Z");
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "none").why, "the repository is empty: it has no branch and no commit");
  EXPECT_THAT(grade(book, "file").why, HasSubstr("its .git is no folder"));
  EXPECT_EQ(grade(book, "bare").state, GradeState::graded);
  EXPECT_THAT(grade(book, "lfs").why, HasSubstr("\"a.cu\" is a Git LFS pointer"));
}

// Whose commits git then reads are not the student's: each way to name another repository costs its own row.
TEST_F(BatchTest, ARepositoryThatLeadsToAnotherIsRefused) {
  const std::string when = "2026-10-01T10:00:00Z";
  commit("alice", "good", when);
  const fs::path alice = student("alice") / ".git";
  const auto bare = [&](const std::string& id) { return fs::exists(student(id) / ".git") ? ".git/" : ""; };
  const auto names_alices = [&](const std::string& id, const std::string& file, const fs::path& what) {
    std::ofstream(student(id) / (bare(id) + file)) << what.string() << "\n";
  };
  const auto links_to_alices = [&](const std::string& id, const std::string& name) {
    fs::remove_all(student(id) / (bare(id) + name));
    fs::create_directory_symlink(alice / name, student(id) / (bare(id) + name));
  };
  for (const char* id : {"common", "objects", "refs", "deep", "alternates", "http"}) {
    git_folder(id);
    fs::copy(student(id) / ".git", student(std::string("bare-") + id), fs::copy_options::recursive);
  }
  for (const std::string kind : {"", "bare-"}) {
    names_alices(kind + "common", "commondir", alice);
    links_to_alices(kind + "objects", "objects");
    links_to_alices(kind + "refs", "refs");
    links_to_alices(kind + "deep", "refs/heads");
    names_alices(kind + "alternates", "objects/info/alternates", alice / "objects");
    names_alices(kind + "http", "objects/info/http-alternates", alice / "objects");
  }
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "alice").state, GradeState::graded);
  for (const std::string kind : {"", "bare-"}) {
    EXPECT_THAT(grade(book, kind + "common").why, HasSubstr("commondir\", which names another folder"));
    EXPECT_THAT(grade(book, kind + "objects").why, HasSubstr("objects\", a symbolic link"));
    EXPECT_THAT(grade(book, kind + "refs").why, HasSubstr("refs\", a symbolic link"));
    EXPECT_THAT(grade(book, kind + "deep").why, HasSubstr("refs/heads\", a symbolic link"));
    EXPECT_THAT(grade(book, kind + "alternates").why, HasSubstr("alternates\", which names another folder"));
    EXPECT_THAT(grade(book, kind + "http").why, HasSubstr("http-alternates\", which names another folder"));
  }
  for (const StudentGrades& row : book.students)
    EXPECT_EQ(row.labs.at(0).has_record, row.student.id == "alice") << row.student.id;
}

// git itself would look in DIR/.git, DIR, DIR.git/.git and DIR.git, and take the first that it can read.
TEST_F(BatchTest, GitReadsTheFolderThatWasLookedAtAndNoOther) {
  const std::string when = "2026-10-01T10:00:00Z";
  commit("alice", "good", when);
  const fs::path alice = student("alice") / ".git";
  fs::create_directories(student("beside") / ".git");
  fs::copy(alice, student("beside.git"), fs::copy_options::recursive);
  git_folder("around");
  for (const char* name : {"HEAD", "config", "objects", "refs"})
    fs::rename(student("around") / ".git" / name, student("around") / name);
  fs::remove_all(student("around") / ".git");
  fs::create_directories(student("around") / ".git");
  std::ofstream(student("around") / "commondir") << alice.string() << "\n";
  git_folder("below");
  std::ofstream(student("below") / ".git/.git") << "gitdir: " << alice.string() << "\n";
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "beside.git").state, GradeState::graded);
  for (const char* id : {"beside", "around", "below"})
    EXPECT_FALSE(grade(book, id).has_record) << id << " was graded with somebody else's commit";
}

TEST_F(BatchTest, ALinkAmongTheHooksIsNobodysRepository) {
  commit("ada", "good", "2026-10-01T10:00:00Z");
  fs::create_symlink("../../a.cu", student("ada") / ".git/hooks/pre-commit");
  EXPECT_EQ(grade(run(), "ada").state, GradeState::graded);
}

TEST_F(BatchTest, SubmodulesAreNeverFollowed) {
  const std::string elsewhere = "160000,0123456789012345678901234567890123456789,";
  commit("beside", "good", "2026-10-01T10:00:00Z");
  git("beside", "update-index --add --cacheinfo " + elsewhere + "library");
  git("beside", "commit -m y");
  commit("instead", "good", "2026-10-01T10:00:00Z");
  git("instead", "rm --cached a.cu");
  git("instead", "update-index --add --cacheinfo " + elsewhere + "lab9");
  git("instead", "commit -m y");
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "beside").state, GradeState::graded);
  EXPECT_EQ(grade(book, "instead").state, GradeState::nothing);
  EXPECT_THAT(grade(book, "instead").why, HasSubstr("found none of a.cu"));
}

TEST_F(BatchTest, AHugeRepositoryIsRefusedWithItsSize) {
  fs::create_directories(student("huge"));
  git("huge", "init");
  std::ofstream stream(root() / "stream");
  stream
      << "blob\nmark :1\ndata 1\nx\ncommit refs/heads/main\ncommitter S <s@x> 1790848800 +0000\ndata 1\nx\n";
  for (int i = 0; i < 20'100; ++i) stream << "M 100644 :1 folder" << i % 50 << "/file" << i << "\n";
  stream << "\n";
  stream.close();
  git("huge", "fast-import < '" + (root() / "stream").string() + "'");
  const ClassBook book = run();
  EXPECT_EQ(grade(book, "huge").state, GradeState::nothing);
  EXPECT_THAT(grade(book, "huge").why, HasSubstr("more than 20000 files"));
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

/// A record whose timed line this machine could not settle.
GradeRecord deferred_record() {
  GradeRecord record = example("mixed");
  record.lab = "lab9";
  record.items.at(0).outcome = Outcome::deferred;
  return record;
}

TEST_F(BatchTest, DeferredLinesAreNotYetFinalAndAreGradedAgainOnRequestAlone) {
  lab_.timed = true;
  folder("ada", "good");
  std::ofstream(root() / "record.json") << print_json(deferred_record());
  EXPECT_EQ(grade(run(), "ada").deferred(), 1);
  EXPECT_FALSE(grade(run(), "ada").final());
  EXPECT_EQ(calls(), 1);
  GradeRecord settled = deferred_record();
  settled.items.at(0).outcome = Outcome::passed;
  std::ofstream(root() / "record.json") << print_json(settled);
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
  std::ofstream(root() / "record.json") << print_json(deferred_record());
  const ClassBook book = run(true);
  EXPECT_EQ(grade(book, "ada").attempts, 2);
  EXPECT_EQ(grade(book, "ada").deferred(), 0);
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
  std::ofstream(path) << print_json(record);
  run(true);
  const auto results = ResultsFolder::open(root() / "results", {});
  EXPECT_EQ((*results->published("ada", "lab9"))->manual, record.manual);
  EXPECT_EQ((*results->published("ada", "lab9"))->source->attempt, 2);
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// No part of a hidden test's name or words: "Naive.SecretShape", "naive(secret 17 x 31): c[0] is 1".
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
  std::ofstream(root() / "record.json") << print_json(record);
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
  const auto folder = TempFolder::make();
  std::ofstream(folder->path() / "thesis.tex") << "words";
  const auto refused = ResultsFolder::open(folder->path(), {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("holds \"thesis.tex\" and is no folder of a batch"));
  std::ofstream(folder->path() / ".format") << "gridmark/results/v9\n";
  EXPECT_THAT(ResultsFolder::open(folder->path(), {}).error().message,
              HasSubstr("found \"gridmark/results/v9\", expected \"gridmark/results/v1\""));
}

TEST(FolderLockTest, ASecondBatchIsToldWhoIsThere) {
  const auto folder = TempFolder::make();
  const auto first = FolderLock::take(folder->path(), "", "pid 7 on cpu3");
  ASSERT_TRUE(first);
  EXPECT_THAT(FolderLock::take(folder->path(), "", "me").error().message, HasSubstr("pid 7 on cpu3"));
  EXPECT_FALSE(FolderLock::take(folder->path(), "1-of-2", "me"));
}

TEST(FolderLockTest, ShardsShareAFolder) {
  const auto folder = TempFolder::make();
  const auto first = FolderLock::take(folder->path(), "1-of-2", "one"),
             second = FolderLock::take(folder->path(), "2-of-2", "two");
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_THAT(FolderLock::take(folder->path(), "1-of-2", "three").error().message, HasSubstr(": one;"));
  EXPECT_FALSE(FolderLock::take(folder->path(), "", "whole"));
}

}  // namespace
}  // namespace gridmark
