// Tests of gridmark verify from the command line.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* lab = "lab1-gpu-basics";
const fs::path source = GRIDMARK_SOURCE_DIR;

TEST(Verify, CasesThatGetTheirVerdictsEndWithACount) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(folder.path(), {"verify", lab, "--case", "empty-folder", "--case",
                                               "link-out-of-the-tree", "--repeat", "2"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("ok   honest  lab1-gpu-basics/empty-folder"));
  EXPECT_TRUE(
      ran.output.ends_with("\n1 cheats earned nothing, 0 hostile "
                           "contained, 0 twins at full points\n"))
      << ran.output;
  EXPECT_EQ(ran.output.find('\033'), std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Verify, CasesOfOneKindAreGradedWithoutProofs) {
  const ScratchFolder folder;
  const Ran ran = run_gridmark(folder.path(), {"verify", "lab0-warm-up", "--corpus", "--kind", "twin"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output << ran.errors;
  EXPECT_TRUE(ran.output.starts_with("ok   twin ")) << ran.output;
  EXPECT_TRUE(
      ran.output.ends_with("\n0 cheats earned nothing, 0 hostile "
                           "contained, 1 twins at full points\n"))
      << ran.output;
  const Ran none = run_gridmark(folder.path(), {"verify", "lab2-mixed-precision", "--kind", "hostile"});
  EXPECT_EQ(none.exit_code, 64);
  EXPECT_THAT(none.errors, HasSubstr("found no case of this kind"));
}

/// A separate course with one case, so that the case may be wrong.
class AnotherCourse : public testing::Test {
 protected:
  AnotherCourse() {
    fs::create_directories(folder_.path() / "course");
    for (const char* part : {"labs", "rubrics", "solutions", "starter"})
      fs::copy(source / part, folder_.path() / "course" / part, fs::copy_options::recursive);
  }

  fs::path cases() const { return folder_.path() / "course/tests/submissions" / lab; }

  Ran verify(const std::string& expect, const std::string& other_case = "nothing") const {
    fs::create_directories(cases() / "nothing");
    std::ofstream(cases() / "nothing/expect.json") << expect;
    return verify_with({"--case", "nothing", "--case", other_case});
  }

  Ran verify_with(std::vector<std::string> options) const {
    options.insert(options.begin(), {"verify", lab});
    return run_gridmark(folder_.path(), options, {{"GRIDMARK_HOME", (folder_.path() / "course").string()}});
  }

 private:
  ScratchFolder folder_;
};

TEST_F(AnotherCourse, AVerdictThatIsNotTheExpectedOneFails) {
  const Ran ran = verify(
      R"({"why": "It is said to be right.", "start_from": "empty", "points": 20, "exit": 0,
                             "loses": []})");
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("FAIL honest  lab1-gpu-basics/nothing"));
  EXPECT_THAT(ran.output, HasSubstr("naive_correct: earned 0 of 0.5, expected full points"));
  EXPECT_THAT(ran.output, HasSubstr("earned 0, expected 20"));
}

// The solution has changed since. The other cases are still graded.
TEST_F(AnotherCourse, APatchThatNoLongerAppliesFailsByItsName) {
  fs::create_directories(cases());
  std::ofstream(cases() / "old.patch") << "why: It changes a line that has gone.\nloses: *\n"
                                          "diff --git a/benchmark.cu b/benchmark.cu\n--- a/benchmark.cu\n"
                                          "+++ b/benchmark.cu\n@@ -1 +1 @@\n-gone\n+here\n";
  const Ran ran = verify(R"({"why": "It hands in nothing.", "start_from": "empty", "loses": ["*"]})", "old");
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("ok   honest  lab1-gpu-basics/nothing"));
  EXPECT_THAT(ran.output, HasSubstr("FAIL honest  lab1-gpu-basics/old"));
  EXPECT_THAT(ran.output, HasSubstr("does not apply"));
  EXPECT_THAT(ran.output, HasSubstr("\n     -gone\n     +here\n"));
  EXPECT_TRUE(ran.output.find("not as it must be:\n  lab1-gpu-basics/old\n") != std::string::npos)
      << ran.output;
}

TEST_F(AnotherCourse, ACaseThatCannotBeReadFailsAloneWithItsPlace) {
  fs::create_directories(cases());
  std::ofstream(cases() / "typo.patch") << "why: Its header has an unknown key.\nloose: *\n"
                                           "diff --git a/benchmark.cu b/benchmark.cu\n";
  const Ran ran = verify(R"({"why": "It hands in nothing.", "start_from": "empty", "loses": ["*"]})", "typo");
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("ok   honest  lab1-gpu-basics/nothing"));
  EXPECT_THAT(ran.output, HasSubstr("FAIL honest  lab1-gpu-basics/typo"));
  EXPECT_THAT(ran.output, HasSubstr("could not be graded:"));
  EXPECT_THAT(ran.output, HasSubstr("did you mean \"loses\"?"));
  EXPECT_THAT(ran.output, HasSubstr("not as it must be:\n  lab1-gpu-basics/typo\n"));
}

// Its kind is unknown, too, so no choice of kinds excludes it.
TEST_F(AnotherCourse, ACaseThatCannotBeReadFailsWhateverKindIsAskedFor) {
  fs::create_directories(cases());
  std::ofstream(cases() / "typo.patch") << "kind cheat\n";
  const Ran ran = verify_with({"--kind", "cheat"});
  EXPECT_EQ(ran.exit_code, 1) << ran.output << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("lab1-gpu-basics/typo"));
}

TEST(Verify, WrongUsageSaysWhatWasMeant) {
  const ScratchFolder folder;
  const Ran no_lab = run_gridmark(folder.path(), {"verify", "lab1-gpu-basic"});
  EXPECT_EQ(no_lab.exit_code, 2);
  EXPECT_THAT(no_lab.errors, HasSubstr("did you mean \"lab1-gpu-basics\""));
  const Ran no_case = run_gridmark(folder.path(), {"verify", lab, "--case", "empty-foldr"});
  EXPECT_EQ(no_case.exit_code, 64);
  EXPECT_THAT(no_case.errors, HasSubstr("did you mean \"empty-folder\""));
  EXPECT_EQ(run_gridmark(folder.path(), {"verify", "--repeat", "0"}).exit_code, 64);
}

}  // namespace
}  // namespace gridmark::e2e
