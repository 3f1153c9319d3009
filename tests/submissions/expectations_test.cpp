// Consistency of the cases' expectations. The loader checks each case, and grading_test grades it.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "grader/pipeline/make_submission.h"
#include "grader/system/temp_folder.h"
#include "tests/submissions/cases.h"

namespace gridmark::submissions {
namespace {

namespace fs = std::filesystem;

class EachCase : public testing::TestWithParam<fs::path> {
 protected:
  const SubmissionCase example_ = case_at(GetParam());
};

std::string test_name(const testing::TestParamInfo<fs::path>& test) { return test_name_of(test.param); }

TEST_P(EachCase, CanBeMade) {
  const system::TempFolder folder = must(system::TempFolder::make());
  const fs::path submission = folder.path() / "submission";
  const system::StopFlag stop;
  const auto made = pipeline::make_submission(example_, paths, submission, stop);
  ASSERT_TRUE(made) << message_of(made.error());
  for (const auto* names : {&example_.extra_files, &example_.folders})
    for (const std::string& name : *names) EXPECT_TRUE(fs::exists(submission / name)) << name;
  for (const auto& [name, size] : example_.pad)
    EXPECT_EQ(fs::file_size(submission / name), static_cast<std::uintmax_t>(size));
  for (const auto& [name, target] : example_.links) EXPECT_TRUE(fs::is_symlink(submission / name));
}

INSTANTIATE_TEST_SUITE_P(Submissions, EachCase, testing::ValuesIn(all_case_paths()), test_name);

TEST(Cases, OfEachLabLoadTogether) {
  for (const std::string& lab : load::lab_names(load::course_folders(paths.source))) {
    const auto cases = load::load_cases(paths.source, rubric_of(lab));
    for (const SubmissionCase& one : cases) EXPECT_FALSE(one.fault) << message_of(*one.fault);
    EXPECT_GE(cases.size(), 2u);
  }
}

/// Lab 0's solution after `diff`, in a folder of the test.
class Patches : public testing::Test {
 protected:
  std::string complaint(const std::string& diff) {
    SubmissionCase example;
    example.lab = "lab0-warm-up";
    example.path = folder_.path() / "wrong.patch";
    std::ofstream(example.path) << diff;
    const auto made = pipeline::make_submission(example, paths, folder_.path() / "to", system::StopFlag());
    return made ? "no complaint" : message_of(made.error());
  }

  const system::TempFolder folder_ = must(system::TempFolder::make());
};

TEST_F(Patches, OneThatNoLongerAppliesIsNamedInGitsWords) {
  const std::string said = complaint(
      "diff --git a/pitfalls.cu b/pitfalls.cu\n--- a/pitfalls.cu\n+++ b/pitfalls.cu\n"
      "@@ -1 +1 @@\n-gone\n+here\n");
  EXPECT_NE(
      said.find("wrong.patch: does not apply to solutions/lab0-warm-up: error: patch failed: pitfalls.cu:1"),
      said.npos)
      << said;
  EXPECT_NE(said.find("tests/submissions/README.md"), said.npos) << said;
}

TEST_F(Patches, NoneLeadsOutOfItsFolder) {
  for (const std::string name : {"../../x", "../outside", "/tmp/gridmark-x"}) {
    const std::string said =
        complaint("diff --git a/" + name + " b/" + name + "\nnew file mode 100644\n--- /dev/null\n+++ b/" +
                  name + "\n@@ -0,0 +1 @@\n+x\n");
    EXPECT_NE(said.find("does not apply"), said.npos) << name << ": " << said;
  }
  EXPECT_FALSE(fs::exists("/tmp/gridmark-x"));
  const std::string link = complaint(
      "diff --git a/link.cu b/link.cu\nnew file mode 120000\n--- /dev/null\n"
      "+++ b/link.cu\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n");
  EXPECT_NE(link.find("neither a file nor a folder"), link.npos) << link;
}

TEST_F(Patches, WhatIsNoPatchChangesNothingAndIsNamed) {
  EXPECT_NE(complaint("diff --git a/pitfalls.cu b/pitfalls.cu\n").find("does not apply"), std::string::npos);
  EXPECT_NE(complaint("").find("does not apply"), std::string::npos);
}

/// The number of lines that a patch removes or adds.
int changed_lines(const std::string& diff) {
  const std::regex changed("\n[-+](?!-- |\\+\\+ )");
  return static_cast<int>(
      std::distance(std::sregex_iterator(diff.begin(), diff.end(), changed), std::sregex_iterator()));
}

// A mutant has one defect. If the solution changed without its patch, the patch would show more.
TEST(Mutants, DifferFromTheSolutionInOnePlace) {
  for (const fs::path& path : all_case_paths()) {
    if (path.parent_path().filename() != "mutants") continue;
    const SubmissionCase mutant = case_at(path);
    EXPECT_GT(changed_lines(mutant.diff), 0) << path;
    EXPECT_LE(changed_lines(mutant.diff), 60) << path;
  }
}

}  // namespace
}  // namespace gridmark::submissions
