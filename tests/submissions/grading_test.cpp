// Grades each case and compares the verdict with the expected one.
#include <gtest/gtest.h>

#include "grader/pipeline/verify.h"
#include "tests/submissions/cases.h"

namespace gridmark::submissions {
namespace {

namespace fs = std::filesystem;

class Grading : public testing::TestWithParam<fs::path> {};

TEST_P(Grading, GivesTheExpectedVerdict) {
  const std::string name = lab_of(GetParam());
  const Lab lab = must(load::load_lab(load::course_folders(paths.source), name));
  const system::StopFlag stop;
  const system::SystemClock clock;
  const VerifiedCase verified =
      pipeline::verify({lab, rubric_of(name), case_at(GetParam())}, {paths, stop, clock, {}});
  for (const std::string& complaint : verified.complaints) ADD_FAILURE() << complaint;
}

std::string test_name(const testing::TestParamInfo<fs::path>& test) { return test_name_of(test.param); }

INSTANTIATE_TEST_SUITE_P(Submission, Grading, testing::ValuesIn(all_case_paths()), test_name);

}  // namespace
}  // namespace gridmark::submissions
