// Tests of gridmark test, gridmark profile LAB and gridmark labs as a student uses them.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

constexpr const char* lab = "lab1-gpu-basics";
const fs::path source = GRIDMARK_SOURCE_DIR;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// The solution with `before` replaced by `after`.
void make_wrong(const fs::path& folder, const std::string& before, const std::string& after) {
  fs::copy(source / "solutions" / lab, folder, fs::copy_options::recursive);
  std::string text = read(folder / "benchmark.cu");
  const std::size_t at = text.find(before);
  ASSERT_NE(at, text.npos) << before;
  std::ofstream(folder / "benchmark.cu") << text.replace(at, before.size(), after);
}

TEST(TestCommand, OneTestOfTheSolutionPassesAndLeavesNothing) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(
      folder.path(), {"test", lab, "MatmulTiled.OddSizes", "--submission", source / "solutions" / lab});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("1 of 1 tests pass"));
  EXPECT_THAT(ran.output, HasSubstr("This is not a grade"));
  EXPECT_EQ(ran.output.find('\033'), std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

class EveryTest : public testing::TestWithParam<std::string> {};

TEST_P(EveryTest, ThatDoesNotCountPassesWithTheSolution) {
  const ScratchFolder folder;
  const Ran ran =
      run_gridmark(folder.path(), {"test", GetParam(), "--submission", source / "solutions" / GetParam()});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("only count the work of kernels"));
}

std::vector<std::string> every_lab() {
  std::vector<std::string> labs;
  for (const auto& entry : fs::directory_iterator(source / "solutions"))
    labs.push_back(entry.path().filename());
  std::sort(labs.begin(), labs.end());
  return labs;
}

INSTANTIATE_TEST_SUITE_P(OneLab, EveryTest, testing::Values("lab1-gpu-basics"));
INSTANTIATE_TEST_SUITE_P(EveryLab, EveryTest, testing::ValuesIn(every_lab()));

TEST(TestCommand, AWrongKernelIsShownWithItsLine) {
  const ScratchFolder folder;
  make_wrong(folder.path() / "mine", "if (row >= m || col >= n) return;", "if (row > m || col > n) return;");
  const Ran ran =
      run_gridmark(folder.path(), {"test", lab, "MatmulNaive.OneElement", "--submission", "mine"});
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(unwrapped(ran.output), HasSubstr("just past the end of the 4-byte array"));
  EXPECT_THAT(ran.output, Not(HasSubstr("the last that it printed"))) << "it printed nothing";
  EXPECT_THAT(ran.output, testing::ContainsRegex("\n  benchmark.cu:[0-9]+\n"));
  EXPECT_THAT(ran.output, testing::ContainsRegex("  > +[0-9]+ [|] .*a.row [*] k"));
}

TEST(TestCommand, WhatAKernelPrintsIsShownWhereItFails) {
  const ScratchFolder folder;
  make_wrong(folder.path() / "mine", "if (row < m && col < n) c[row * n + col] = sum;",
             "if (row < m && col < n) c[row * n + col] = sum + 1, printf(\"sum is not %d\\n\", 17);");
  const Ran ran =
      run_gridmark(folder.path(), {"test", lab, "MatmulTiled.OneElement", "--submission", "mine"});
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("the last that it printed:\n    sum is not 17\n"));
}

TEST(TestCommand, WhatChangedIsSeenAndWhatDidNotIsNotCompiledAgain) {
  const ScratchFolder folder, cache;
  const auto turn = [&] {
    return run_gridmark(folder.path(), {"test", lab, "MatmulNaive.OneElement", "--submission", "mine"},
                        {{"XDG_CACHE_HOME", cache.path()}});
  };
  fs::copy(source / "solutions" / lab, folder.path() / "mine", fs::copy_options::recursive);
  const fs::path kept = cache.path() / "gridmark/objects" / lab;
  EXPECT_EQ(turn().exit_code, 0);
  const auto objects = [&] { return std::distance(fs::directory_iterator(kept / "benchmark.cu"), {}); };
  EXPECT_EQ(objects(), 1);
  EXPECT_EQ(turn().exit_code, 0);
  EXPECT_EQ(objects(), 1);
  fs::remove_all(folder.path() / "mine");
  make_wrong(folder.path() / "mine", "if (row >= m || col >= n) return;", "if (row > m || col > n) return;");
  EXPECT_EQ(turn().exit_code, 1);
  EXPECT_EQ(objects(), 3) << "the changed file, also in the counted flavour";
  EXPECT_EQ(turn().exit_code, 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(kept / "memory_profiling.cu"), {}), 2);
}

TEST(TestCommand, HiddenTestsHaveNoNames) {
  const ScratchFolder folder;
  const Ran announced = run_gridmark(folder.path(), {"test", lab, "--list"});
  const Ran all = run_gridmark(folder.path(), {"test", lab, "--list", "--hidden"});
  EXPECT_THAT(announced.output, HasSubstr("MatmulTiled.OddSizes"));
  EXPECT_THAT(announced.output, HasSubstr("Counted.Tiled  (counted)"));
  EXPECT_GT(all.output.size(), announced.output.size());
  std::istringstream hidden(all.output);
  for (std::string name; std::getline(hidden, name) && !name.empty();) {
    if (announced.output.find(name) != std::string::npos) continue;
    EXPECT_EQ(run_gridmark(folder.path(), {"test", lab, name.substr(0, name.find(' '))}).exit_code, 64)
        << name;
  }
}

TEST(TestCommand, AWordThatNamesNoTestSaysWhatWasMeant) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(folder.path(), {"test", lab, "MatmulTild.OddSizes"});
  EXPECT_EQ(ran.exit_code, 64);
  EXPECT_THAT(ran.errors, HasSubstr("did you mean \"MatmulTiled.OddSizes\"?"));
}

// Earlier it ran no test at all, and reported that all passed.
TEST(DebugCommand, AWordThatNamesNoTestSaysWhatWasMeant) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(folder.path(), {"debug", lab, "MatmulTild.OddSizes"});
  EXPECT_EQ(ran.exit_code, 64);
  EXPECT_THAT(ran.errors, HasSubstr("did you mean \"MatmulTiled.OddSizes\"?"));
}

TEST(TestCommand, AFileThatDoesNotCompileShowsTheCompilersWords) {
  const ScratchFolder folder;
  make_wrong(folder.path() / "mine", "float sum = 0.0f;", "float sum = 0.0f");
  const Ran ran = run_gridmark(folder.path(), {"test", lab, "--submission", "mine"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.output, HasSubstr("Compiler output"));
  EXPECT_THAT(unwrapped(ran.output), HasSubstr("The starter's version was tested in its place"));
}

TEST(TestCommand, WatchingEndsWithCtrlCAndClearsNoFile) {
  const ScratchFolder folder;
  const Ran ran =
      interrupt_gridmark(folder.path(), {"test", lab, "--watch", "MatmulNaive.OneElement"}, {}, 0.5);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_EQ(ran.output.find('\033'), std::string::npos);
}

TEST(ProfileCommand, ShowsTheReferencesCountsButNoneOfItsLines) {
  const ScratchFolder folder;
  make_wrong(folder.path() / "mine", "const dim3 grid(blocks_for(n, block.x), blocks_for(m, block.y));",
             "const dim3 grid(blocks_for(n, block.x), blocks_for(m, block.y));  // mine");
  const Ran ran = run_gridmark(folder.path(), {"profile", lab, "matmul_coalesced", "--submission", "mine"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, testing::ContainsRegex("matmul_coalesced.* yours +reference"));
  EXPECT_THAT(ran.output, HasSubstr("hot lines"));
  EXPECT_THAT(ran.output, testing::ContainsRegex("benchmark.cu:[0-9]+ in coalesced_kernel"));
  EXPECT_THAT(ran.output, Not(HasSubstr("matmul_tiled")));
}

TEST(ProfileCommand, TellsALabFromAProgram) {
  const ScratchFolder folder;
  const Ran program = run_gridmark(folder.path(), {"profile", "nothing.cu"});
  EXPECT_NE(program.exit_code, 0);
  EXPECT_THAT(program.errors, HasSubstr("nothing.cu"));
  const Ran near = run_gridmark(folder.path(), {"profile", "lab1-gpu-basic"});
  EXPECT_EQ(near.exit_code, 2);
  EXPECT_THAT(near.errors, HasSubstr("did you mean \"lab1-gpu-basics\""));
  const Ran help = run_gridmark(folder.path(), {"profile", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, HasSubstr("gridmark profile lab1-gpu-basics"));
  EXPECT_THAT(help.output, HasSubstr("--top"));
}

TEST(BenchmarkCommand, SaysInALineWhyAFolderCannotBeSwept) {
  const ScratchFolder folder;
  make_wrong(folder.path() / "broken", "const dim3 grid(", "const dim3 grid((");
  const Ran broken = run_gridmark(folder.path(), {"benchmark", lab, "--submission", "broken"});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_THAT(broken.errors, testing::ContainsRegex("does not compile: benchmark.cu:[0-9:]+ error: "));
  EXPECT_THAT(broken.errors, HasSubstr(". gridmark test lab1-gpu-basics shows all of it\n"));
  fs::create_directories(folder.path() / "half");
  fs::copy(source / "solutions" / lab / "benchmark.cu", folder.path() / "half");
  const Ran half = run_gridmark(folder.path(), {"benchmark", lab, "--submission", "half"});
  EXPECT_EQ(half.exit_code, 2);
  EXPECT_THAT(half.errors, HasSubstr("half: memory_profiling.cu is missing, and the lab needs it"));
  const Ran without = run_gridmark(folder.path(), {"benchmark", "lab0-warm-up"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.errors, HasSubstr("this lab has no benchmarks"));
}

/// The kit's kernels are not a student's, but students may read them.
TEST(ProfileCommand, ShowsLinesOfTheTensorKit) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(folder.path(), {"profile", "lab0-warm-up", "TrainRegression.Line",
                                               "--submission", (source / "solutions/lab0-warm-up").string()});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output,
              testing::ContainsRegex("labkit/tensor/[a-z_]+\\.cu:[0-9]+ in .*\n +> +[0-9]+ \\| "));
  EXPECT_THAT(ran.output, Not(HasSubstr("line unknown")));
  const Ran unknown = run_gridmark(folder.path(), {"profile", "lab0-warm-up", "make_net"});
  EXPECT_EQ(unknown.exit_code, 64);
  EXPECT_THAT(unknown.errors,
              HasSubstr("gridmark test lab0-warm-up --list prints the tests. Name one to see its calls"));
}

TEST(LabsCommand, TellsARubricThatCannotBeReadFromNone) {
  const ScratchFolder folder;
  const fs::path home = folder.path() / "course";
  fs::create_directories(home);
  for (const char* part : {"labs", "rubrics", "starter"})
    fs::copy(source / part, home / part, fs::copy_options::recursive);
  std::ofstream(home / "rubrics" / "lab1-gpu-basics.json") << "{ \"items\": [,] }";
  fs::remove(home / "rubrics" / "lab2-mixed-precision.json");
  const Ran ran = run_gridmark(folder.path(), {"labs"}, {{"GRIDMARK_HOME", home.string()}});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, testing::ContainsRegex("lab1-gpu-basics .*cannot be read: gridmark rubric lab1"));
  EXPECT_THAT(ran.output, testing::ContainsRegex("lab2-mixed-precision .* no rubric\n"));
  EXPECT_THAT(ran.output, testing::ContainsRegex("lab4-memory .*20 points"));
}

TEST(ProfileCommand, NamesTheLabsOwnKernelsAsTheyLieInTheCourse) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(folder.path(), {"profile", "lab4-memory", "the lab's unfused attention",
                                               "--submission", source / "solutions" / "lab4-memory"});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("\n    labs/lab4-memory/unfused_attention.cuh:"));
}

/// The numbers stored with a lab must be those of its solution.
TEST(EveryReference, HasTheSolutionsNumbers) {
  const ScratchFolder folder;
  const fs::path home = folder.path() / "course";
  fs::create_directories(home);
  for (const char* part : {"labs", "rubrics", "solutions", "starter"})
    fs::copy(source / part, home / part, fs::copy_options::recursive);
  for (const auto& entry : fs::directory_iterator(source / "labs")) {
    const fs::path kept = fs::path("labs") / entry.path().filename() / "reference.json";
    if (!fs::exists(source / kept)) continue;
    fs::remove(home / kept);
    const Ran ran = run_gridmark(folder.path(), {"profile", entry.path().filename(), "--write-reference"},
                                 {{"GRIDMARK_HOME", home.string()}});
    ASSERT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_EQ(read(home / kept), read(source / kept))
        << kept << " has drifted: gridmark profile LAB --write-reference, and review the diff";
  }
}

}  // namespace
}  // namespace gridmark::e2e
