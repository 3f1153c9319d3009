// Unusual and hostile repositories in a batch: gridmark does not run anything of them, and none can replace
// another's.
#include <sys/stat.h>

#include <future>

#include "grader/system/folder_lock.h"
#include "tests/schedule/batch_fixture.h"

namespace gridmark::schedule {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

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
  EXPECT_THAT(grade(book, "file").why, HasSubstr("its .git is not a folder"));
  EXPECT_EQ(grade(book, "bare").state, GradeState::graded);
  EXPECT_THAT(grade(book, "lfs").why, HasSubstr("\"a.cu\" is a Git LFS pointer"));
}

/// Adds a commit of the same files with this committer's date.
void commit_dated(const fs::path& repository, const std::string& date) {
  const std::string at = "git -C '" + repository.string() + "' ";
  const std::string command =
      at + "update-ref refs/heads/main $(printf 'tree %s\\nparent %s\\nauthor S <s@x> 1790848800 +0000\\n" +
      "committer S <s@x> " + date + "\\n\\nx\\n' $(" + at + "rev-parse HEAD^{tree} HEAD) | " + at +
      "hash-object -t commit -w --stdin --literally)";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

LabDeadline due_in_november() {
  LabDeadline deadline;
  deadline.deadline = *parse_moment("2026-11-01T00:00:00Z");
  deadline.percent_per_day = 100;
  return deadline;
}

TEST_F(BatchTest, ADateThatCannotBeTrueIsToldToStaff) {
  const std::map<std::string, std::string> dates{{"negative", "-5 +0000"},
                                                 {"zero", "0 +0000"},
                                                 {"old", "631151999 +0000"},
                                                 {"overflowing", "99999999999999999999 +0000"},
                                                 {"most", "9223372036854775807 +0000"},
                                                 {"future", "1796256001 +0000"},
                                                 {"words", "yesterday"},
                                                 {"none", ""}};
  for (const auto& [id, date] : dates) {
    commit(id, "good", "1991-01-01T00:00:00Z");
    std::ofstream(student(id) / "a.cu") << "good, later";
    git(id, "commit -am y");
    commit_dated(student(id), date);
  }
  commit("zone", "good", "2026-10-01T10:00:00Z");
  commit_dated(student("zone"), "1790848800 +99999999");
  commit("fast-clock", "good", "2026-12-01T20:00:00Z");
  for (const bool due : {false, true}) {
    if (due) policy_.labs["lab9"] = due_in_november();
    const ClassBook book = run();
    for (const auto& [id, date] : dates) {
      const LabGrade& row = grade(book, id);
      EXPECT_EQ(row.state, GradeState::graded) << id << row.why;
      EXPECT_THAT(row.late, HasSubstr("with an impossible date, ")) << id;
    }
    EXPECT_EQ(grade(book, "zone").late, "");
    EXPECT_EQ(grade(book, "fast-clock").late + grade(book, "fast-clock").why,
              due ? "found no commit up to 2026-11-01T00:00:00Z. The grade from before is kept" : "");
  }
}

// Without a message, a clock that is years fast would look like a student who handed in nothing.
TEST_F(BatchTest, NothingHandedInBecauseOfAWrongClockSaysSo) {
  commit("ada", "good", "2038-01-01T00:00:00Z");
  policy_.labs["lab9"] = due_in_november();
  EXPECT_EQ(grade(run(), "ada").why,
            "found no commit up to 2026-11-01T00:00:00Z; a commit with an impossible date, "
            "2038-01-01T00:00:00Z, in the "
            "future: ask when the work was done");
}

// git would read another student's commits. Each way to name another repository only costs its own row.
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

// git, and the batch with it, would wait for the other end.
TEST_F(BatchTest, WhatGitWouldWaitForIsNamedAndNotOpened) {
  const std::string when = "2026-10-01T10:00:00Z";
  commit("alice", "good", when);
  for (const char* file : {"packed-refs", "config", "HEAD", "objects/info/alternates2", "hooks"}) {
    const std::string id = fs::path(file).filename().string();
    commit(id, "good", when);
    fs::remove_all(student(id) / ".git" / file);
    ASSERT_EQ(mkfifo((student(id) / ".git" / file).c_str(), 0600), 0);
  }
  commit("included", "good", when);
  ASSERT_EQ(mkfifo((student("included") / "wait").c_str(), 0600), 0);
  std::ofstream(student("included") / ".git/config", std::ios::app) << "[Include]\n\tpath = ../wait\n";
  commit("deep", "good", when);
  fs::path below = student("deep") / ".git/refs";
  for (int i = 0; i < 100; ++i) below /= "x";
  fs::create_directories(below);
  folder("bare-tree", "good");
  ASSERT_EQ(mkfifo((student("bare-tree") / "HEAD").c_str(), 0600), 0);
  folder("work-tree", "good");
  fs::remove(student("work-tree") / "a.cu");
  ASSERT_EQ(mkfifo((student("work-tree") / "a.cu").c_str(), 0600), 0);
  const auto begin = std::chrono::steady_clock::now();
  const ClassBook book = run();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));  // git's own limit is 300
  EXPECT_EQ(grade(book, "alice").state, GradeState::graded);
  EXPECT_EQ(grade(book, "bare-tree").state, GradeState::graded);
  for (const char* id : {"packed-refs", "config", "HEAD", "alternates2", "hooks"})
    EXPECT_THAT(grade(book, id).why,
                testing::ContainsRegex(std::string("\\.git/.*") + id + "\", a named pipe, expected"));
  EXPECT_THAT(grade(book, "included").why, HasSubstr(".git/config\", which includes another file, expected"));
  EXPECT_THAT(grade(book, "deep").why, HasSubstr("more than 64 deep"));
  EXPECT_FALSE(grade(book, "work-tree").has_record);
}

// git itself would try DIR/.git, DIR, DIR.git/.git and DIR.git, and use the first that it can read.
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

// Shards share the mirrors. A lock that looks left by a killed fetch may belong to a running one.
TEST_F(BatchTest, AMirrorThatAnotherShardFillsIsWaitedFor) {
  commit("ada", "good", "2026-10-01T10:00:00Z");
  run();
  fs::path mirror;
  for (const auto& entry : fs::directory_iterator(root() / "results/.repositories"))
    if (entry.path().extension() == ".git") mirror = entry.path();
  const system::StopFlag never;
  auto held = system::wait_for_file(mirror.string() + ".lock", 0, never);
  ASSERT_TRUE(held);
  std::ofstream(mirror / "shallow.lock") << "";
  auto other = std::async(std::launch::async, [&] { return run(); });
  EXPECT_EQ(other.wait_for(std::chrono::seconds(1)), std::future_status::timeout);
  EXPECT_TRUE(fs::exists(mirror / "shallow.lock"));
  held->close();
  EXPECT_EQ(grade(other.get(), "ada").state, GradeState::graded);
}

// The state after a batch was killed while it made the mirror.
TEST_F(BatchTest, HalfAMirrorIsMadeAnew) {
  commit("ada", "good", "2026-10-01T10:00:00Z");
  run();
  fs::path mirror;
  for (const auto& entry : fs::directory_iterator(root() / "results/.repositories"))
    if (entry.path().extension() == ".git") mirror = entry.path();
  fs::remove_all(mirror / "objects");
  fs::remove_all(mirror / "refs");
  fs::create_directories(mirror.string() + ".new/objects");
  EXPECT_EQ(grade(run(), "ada").state, GradeState::graded);
  EXPECT_FALSE(fs::exists(mirror.string() + ".new"));
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

}  // namespace
}  // namespace gridmark::schedule
