// Do the cases say what they mean? The loader checks each; grading them is grading_test's part.
#include <gtest/gtest.h>

#include <iterator>
#include <regex>

#include "grader/pipeline/make_submission.h"
#include "grader/system/temp_folder.h"
#include "labkit/starter/difference.h"
#include "labkit/starter/make_starter.h"
#include "tests/submissions/cases.h"

namespace gridmark::submissions {
namespace {

namespace fs = std::filesystem;

class EachCase : public testing::TestWithParam<fs::path> {
 protected:
  const SubmissionCase example_ = case_in(GetParam());
};

std::string test_name(const testing::TestParamInfo<fs::path>& test) { return test_name_of(test.param); }

TEST_P(EachCase, CanBeMade) {
  const TempFolder folder = must(TempFolder::make());
  const fs::path submission = folder.path() / "submission";
  const StopFlag stop;
  const auto made = make_submission(example_, paths, submission, stop);
  ASSERT_TRUE(made) << sentence(made.error());
  for (const auto* names : {&example_.extra_files, &example_.folders})
    for (const std::string& name : *names) EXPECT_TRUE(fs::exists(submission / name)) << name;
  for (const auto& [name, size] : example_.pad)
    EXPECT_EQ(fs::file_size(submission / name), static_cast<std::uintmax_t>(size));
  for (const auto& [name, target] : example_.links) EXPECT_TRUE(fs::is_symlink(submission / name));
}

INSTANTIATE_TEST_SUITE_P(Submissions, EachCase, testing::ValuesIn(all_case_folders()), test_name);

TEST(Cases, OfEachLabLoadTogether) {
  for (const std::string& lab : lab_names(course_folders(paths.source))) {
    const auto cases = load_cases(paths.source, rubric_of(lab));
    ASSERT_TRUE(cases) << sentence(cases.error());
    EXPECT_GE(cases->size(), 2u);
  }
}

/// Lines of `after` that `before` does not have there, and the other way round.
int changed_lines(const starter::Tree& before, const starter::Tree& after) {
  const std::string text = starter::difference(before, after);
  const std::regex changed("\n[-+](?![-+])");
  return static_cast<int>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), changed), std::sregex_iterator()));
}

// A mutant is one defect: a solution that has moved on without it would show here.
TEST(Mutants, DifferFromTheSolutionInOnePlace) {
  for (const fs::path& folder : all_case_folders()) {
    if (folder.parent_path().filename() != "mutants") continue;
    const auto solution = starter::read_tree(paths.source / "solutions" / lab_of(folder));
    const auto parts = starter::read_tree(folder / "parts");
    ASSERT_TRUE(solution && parts);
    const auto original = starter::assemble(*solution, {}), mutated = starter::assemble(*solution, *parts);
    ASSERT_TRUE(original && mutated) << mutated.error();
    EXPECT_GT(changed_lines(*original, *mutated), 0) << folder;
    EXPECT_LE(changed_lines(*original, *mutated), 60) << starter::difference(*original, *mutated);
  }
}

}  // namespace
}  // namespace gridmark::submissions
