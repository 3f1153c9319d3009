// Tests of gridmark-make-starter as its users and CTest call it.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <fstream>

#include "labkit/starter/tree.h"

namespace gridmark::starter {
namespace {
namespace fs = std::filesystem;

class MakeStarterProgram : public testing::Test {
 protected:
  MakeStarterProgram() {
    std::string name = (fs::temp_directory_path() / "make-starter-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    const Tree solution{{"x.cu", "// BEGIN SOLUTION a\n//: todo\nsolved\n// END SOLUTION a\n"}};
    EXPECT_TRUE(write_tree(solution, folder_ / "solution"));
  }
  ~MakeStarterProgram() override { fs::remove_all(folder_); }

  /// The exit code of gridmark-make-starter in the test's folder.
  int run(const std::string& arguments) const {
    const std::string program = GRIDMARK_BUILD_DIR "/bin/gridmark-make-starter";
    const std::string command =
        "cd '" + folder_.string() + "' && '" + program + "' " + arguments + " > output 2>&1";
    return WEXITSTATUS(std::system(command.c_str()));
  }

  std::string text_of(const std::string& folder, const std::string& file) const {
    return read_tree(folder_ / folder)->at(file);
  }

  fs::path folder_;
};

TEST_F(MakeStarterProgram, WritesAStarterThatIsThenInStep) {
  EXPECT_EQ(run("--from solution --to starter"), 0);
  EXPECT_EQ(text_of("starter", "x.cu"), "todo\n");
  EXPECT_EQ(run("--check --from solution --to starter"), 0);
}

TEST_F(MakeStarterProgram, CheckWritesNothingAndReportsDrift) {
  ASSERT_TRUE(write_tree({{"x.cu", "edited\n"}}, folder_ / "starter"));
  EXPECT_EQ(run("--check --from solution --to starter"), 1);
  EXPECT_EQ(text_of("starter", "x.cu"), "edited\n");
  EXPECT_NE(text_of(".", "output").find("-edited\n+todo\n"), std::string::npos);
}

TEST_F(MakeStarterProgram, NamesAFileThatIsNotMadeFromTheSolutionAndKeepsIt) {
  ASSERT_TRUE(write_tree({{"mine.cu", "x\n"}}, folder_ / "starter"));
  EXPECT_EQ(run("--from solution --to starter"), 1);
  EXPECT_EQ(text_of("starter", "mine.cu"), "x\n");
}

TEST_F(MakeStarterProgram, FilesOfGridmarksCommandsAreNoDrift) {
  ASSERT_TRUE(write_tree({{".clangd", "x\n"}, {"results/sweep.csv", "n\n"}}, folder_ / "starter"));
  EXPECT_EQ(run("--from solution --to starter"), 0);
  EXPECT_EQ(run("--check --from solution --to starter"), 0);
  EXPECT_EQ(text_of("starter", ".clangd"), "x\n");
}

TEST_F(MakeStarterProgram, WritesTheSolutionWithoutItsMarks) {
  EXPECT_EQ(run("--solved --from solution --to solved"), 0);
  EXPECT_EQ(text_of("solved", "x.cu"), "solved\n");
}

TEST_F(MakeStarterProgram, TheSolvedFilesHaveTheSolutionsResults) {
  ASSERT_TRUE(write_tree({{"results/sweep.csv", "n\n"}}, folder_ / "solution"));
  EXPECT_EQ(run("--solved --from solution --to solved"), 0);
  EXPECT_EQ(text_of("solved", "results/sweep.csv"), "n\n");
}

TEST_F(MakeStarterProgram, BadMarksAreRefusedAndNothingIsWritten) {
  ASSERT_TRUE(write_tree({{"x.cu", "// BEGIN SOLUTION a\n"}}, folder_ / "solution"));
  EXPECT_EQ(run("--from solution --to starter"), 2);
  EXPECT_FALSE(fs::exists(folder_ / "starter"));
}

TEST_F(MakeStarterProgram, WrongUsageIsExitCode64) {
  EXPECT_EQ(run("--to starter"), 64);
  EXPECT_EQ(run("--from no-such-folder --to starter"), 64);
  EXPECT_EQ(run("--help"), 0);
}

}  // namespace
}  // namespace gridmark::starter
