#include "grader/compile/stage.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class Stage : public testing::Test {
 protected:
  Stage() {
    lab_.name = "lab1-gpu-basics";
    lab_.files = {"common.h", "deep/extra.cpp", "kernel.cu"};
    fs::create_directories(student());
  }
  fs::path student() const { return folder_.path() / "student"; }
  fs::path staged() const { return folder_.path() / "staged"; }
  void write(const std::string& name, const std::string& text = "text") const {
    fs::create_directories((student() / name).parent_path());
    std::ofstream(student() / name) << text;
  }
  void write_all() const {
    for (const std::string& name : lab_.files) write(name, "// " + name);
  }
  Submission stage() const { return compile::stage(lab_, student(), staged()).value(); }
  std::string reason_for(const Submission& submission, const std::string& name) const {
    for (const IgnoredFile& file : submission.ignored)
      if (file.name == name) return file.reason;
    return "(not listed)";
  }
  std::set<std::string> staged_files() const {
    std::set<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(staged()))
      if (!entry.is_directory()) found.insert(entry.path().lexically_relative(staged()));
    return found;
  }

  system::TempFolder folder_ = system::TempFolder::make().value();
  Lab lab_;
};

TEST_F(Stage, TheLabsFilesAreCopiedAndNothingElse) {
  write_all();
  write("notes.txt");
  const Submission submission = stage();
  EXPECT_EQ(submission.files, lab_.files);
  EXPECT_THAT(submission.missing, IsEmpty());
  EXPECT_THAT(submission.ignored, ElementsAre(IgnoredFile{"notes.txt", "not a file of this lab"}));
  EXPECT_EQ(staged_files(), (std::set<std::string>{"common.h", "deep/extra.cpp", "kernel.cu"}));
  EXPECT_EQ(system::read_file(staged() / "deep/extra.cpp", 100).value(), "// deep/extra.cpp");
  EXPECT_EQ(submission.origin, student().string());
}

TEST_F(Stage, TheCopyIsReadableByAllWhateverTheUmask) {
  write_all();
  const mode_t old = umask(077);
  stage();
  umask(old);
  EXPECT_EQ(fs::status(staged() / "deep").permissions(), fs::perms(0755));
  EXPECT_EQ(fs::status(staged() / "kernel.cu").permissions(), fs::perms(0644));
}

TEST_F(Stage, AnEmptyFolderLacksEveryFile) {
  const Submission submission = stage();
  EXPECT_EQ(submission.missing, lab_.files);
  EXPECT_THAT(submission.ignored, IsEmpty());
}

TEST_F(Stage, LinksAreNotFollowed) {
  write_all();
  fs::remove(student() / "kernel.cu");
  fs::remove_all(student() / "deep");
  fs::create_symlink("/etc/passwd", student() / "kernel.cu");
  fs::create_directory_symlink("/etc", student() / "deep");
  fs::create_directory_symlink("/", student() / "root");
  const Submission submission = stage();
  EXPECT_THAT(submission.missing, ElementsAre("deep/extra.cpp", "kernel.cu"));
  EXPECT_EQ(reason_for(submission, "kernel.cu"), "symbolic link");
  EXPECT_EQ(reason_for(submission, "deep/extra.cpp"), "symbolic link");
  EXPECT_EQ(reason_for(submission, "root"), "symbolic link");
  EXPECT_EQ(staged_files(), std::set<std::string>{"common.h"});
}

TEST_F(Stage, ALinkBetweenTheStudentsOwnFilesIsNotFollowedEither) {
  write("other.cu");
  fs::create_symlink("other.cu", student() / "kernel.cu");
  EXPECT_EQ(reason_for(stage(), "kernel.cu"), "symbolic link");
}

// The content of such a folder was never handed in. It may be the solution, or another student's work.
TEST_F(Stage, AFolderThatIsALinkIsNoSubmission) {
  write_all();
  fs::create_directory_symlink(student(), folder_.path() / "link");
  for (const char* name : {"link", "link/", "link/."}) {
    const auto refused = compile::stage(lab_, folder_.path() / name, staged());
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().source, Error::Source::submission);
    EXPECT_THAT(refused.error().message, testing::HasSubstr("found a symbolic link"));
  }
}

TEST_F(Stage, StarterMayBeNoLinkEither) {
  write("course/lab/kernel.cu");
  fs::create_directories(folder_.path() / "repository");
  fs::create_directory_symlink(student() / "course", folder_.path() / "repository/starter");
  EXPECT_FALSE(compile::stage(lab_, folder_.path() / "repository/starter/lab", staged()));
  EXPECT_TRUE(compile::stage(lab_, student() / "course/lab", staged()));
}

TEST_F(Stage, LinksFurtherUpAreThePersonsWhoNamesTheFolder) {
  write_all();
  fs::create_directory_symlink(folder_.path(), student() / "home");
  for (const char* name : {"home/student", "home/student/", "home/student/.", "home/student/../student", "."})
    EXPECT_TRUE(compile::stage(lab_, student() / name, staged())) << name;
}

TEST_F(Stage, PipesAndFoldersInPlaceOfFilesAreNotTaken) {
  ASSERT_EQ(mkfifo((student() / "kernel.cu").c_str(), 0666), 0);
  fs::create_directories(student() / "common.h");
  const Submission submission = stage();
  EXPECT_EQ(reason_for(submission, "kernel.cu"), "not a regular file");
  EXPECT_EQ(reason_for(submission, "common.h"), "not a regular file");
  EXPECT_EQ(submission.missing, lab_.files);
}

TEST_F(Stage, AFileOfOneMebibyteIsTakenAndALargerOneIsNot) {
  write("kernel.cu", std::string(1 << 20, '/'));
  write("common.h", std::string((1 << 20) + 1, '/'));
  const Submission submission = stage();
  EXPECT_THAT(submission.files, ElementsAre("kernel.cu"));
  EXPECT_EQ(reason_for(submission, "common.h"), "larger than 1 MiB");
}

TEST_F(Stage, HostileNamesAreListedAsTheyAre) {
  const std::vector<std::string> names{"\xff\xfe.cu", "-o", "emoji \xf0\x9f\x98\x80.cu", "new\nline.cu",
                                       "with space.cu"};
  for (const std::string& name : names) write(name);
  const Submission submission = stage();
  for (const std::string& name : names)
    EXPECT_EQ(reason_for(submission, name), "not a file of this lab") << name;
}

TEST_F(Stage, AtMostAHundredOthersAreListedTheSameOnesEachTime) {
  for (int i = 0; i < 300; ++i) write(fmt::format("file{}", 1000 + i));
  const Submission first = stage(), second = stage();
  ASSERT_EQ(first.ignored.size(), 100u);
  EXPECT_EQ(first.ignored.front().name, "file1000");
  EXPECT_EQ(first.ignored, second.ignored);
}

TEST_F(Stage, AFileThatWasWantedIsListedBeforeAnyCrowd) {
  for (int i = 0; i < 300; ++i) write(fmt::format("a{}", i));
  fs::create_symlink("/etc/passwd", student() / "kernel.cu");
  EXPECT_EQ(reason_for(stage(), "kernel.cu"), "symbolic link");
}

TEST_F(Stage, FoldersNestedTooDeepAreNotLookedAt) {
  std::string name = "d";
  for (int i = 0; i < 40; ++i) name += "/d";
  write(name + "/file");
  const Submission submission = stage();
  ASSERT_EQ(submission.ignored.size(), 1u);
  EXPECT_EQ(submission.ignored[0].reason, "folders nested deeper than 16 are not checked");
}

TEST_F(Stage, TooManyEntriesEndTheLook) {
  for (int i = 0; i < 10'050; ++i) std::ofstream(student() / fmt::format("f{}", i));
  write("kernel.cu");
  const Submission submission = stage();
  EXPECT_THAT(submission.files, ElementsAre("kernel.cu"));
  EXPECT_EQ(submission.ignored.size(), 100u);
}

TEST_F(Stage, TheHistoryOfARepositoryIsNotListed) {
  write(".git/config");
  EXPECT_THAT(stage().ignored, IsEmpty());
}

TEST_F(Stage, AMissingFolderSaysWhatToDo) {
  const auto result = compile::stage(lab_, student() / "none", staged());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().source, Error::Source::submission);
  EXPECT_EQ(result.error().where, (student() / "none").string());
  EXPECT_EQ(
      result.error().message,
      "the folder does not exist. Give one with --submission DIR or start from starter/lab1-gpu-basics");
}

TEST_F(Stage, AFileInPlaceOfTheFolderIsSaidSo) {
  write("file");
  const auto result = compile::stage(lab_, student() / "file", staged());
  ASSERT_FALSE(result);
  EXPECT_TRUE(result.error().message.starts_with("this is not a folder.")) << result.error().message;
}

TEST_F(Stage, AnUnreadableFolderIsSaidSo) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads every folder";
  fs::permissions(student(), fs::perms::none);
  const auto result = compile::stage(lab_, student(), staged());
  fs::permissions(student(), fs::perms::owner_all);
  ASSERT_FALSE(result);
  EXPECT_TRUE(result.error().message.starts_with("the folder cannot be read (Permission denied)"));
}

// A compiler and a worker receive only code.
TEST_F(Stage, TheWrittenPartIsKeptAndNotCopied) {
  write_all();
  write("REPORT.md", "# Method");
  write("results/sweep.csv", "n");
  write("results/sweep.png", "p");
  write("results/notes.csv", "x");
  lab_.report = WrittenPart{{}, {}, {{"results/sweep.svg", "results/sweep.csv", {"n"}, 2, {}}}, 0};
  const Submission submission = stage();
  EXPECT_EQ(submission.report, "# Method");
  EXPECT_EQ(submission.results,
            (std::map<std::string, std::string>{{"results/sweep.csv", "n"}, {"results/sweep.png", "p"}}));
  EXPECT_EQ(staged_files(), std::set<std::string>(lab_.files.begin(), lab_.files.end()));
  EXPECT_EQ(reason_for(submission, "results/notes.csv"), "not a file of this lab");
  EXPECT_EQ(reason_for(submission, "REPORT.md"), "(not listed)");
}

TEST_F(Stage, AReportThatCannotBeTakenSaysWhy) {
  write_all();
  lab_.report = WrittenPart{};
  EXPECT_EQ(stage().report_problem, "there is no REPORT.md next to the code");
  fs::create_symlink("/etc/passwd", student() / "REPORT.md");
  EXPECT_EQ(stage().report_problem, "REPORT.md cannot be taken: symbolic link");
  fs::remove(student() / "REPORT.md");
  write("REPORT.md");
  fs::resize_file(student() / "REPORT.md", std::uintmax_t{100} << 20);
  EXPECT_EQ(stage().report_problem, "REPORT.md cannot be taken: larger than 1 MiB");
}

TEST_F(Stage, WhatAnEarlierGradeWroteIsNoStrangeFile) {
  write_all();
  for (const char* name : {"record.json", "report.html", "notes.txt"})
    write(std::string("results/lab1-gpu-basics/") + name);
  EXPECT_THAT(stage().ignored,
              ElementsAre(IgnoredFile{"results/lab1-gpu-basics/notes.txt", "not a file of this lab"}));
}

TEST_F(Stage, WithoutARequestForOneAReportIsNoFileOfTheLab) {
  write_all();
  write("REPORT.md");
  EXPECT_EQ(reason_for(stage(), "REPORT.md"), "not a file of this lab");
}

}  // namespace
}  // namespace gridmark::compile
