#include "tests/e2e/known_cases.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "grader/load/load_case.h"
#include "grader/load/load_lab.h"
#include "grader/load/load_record.h"
#include "grader/load/load_rubric.h"
#include "grader/pipeline/make_submission.h"
#include "grader/score/case_verdict.h"
#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

namespace fs = std::filesystem;

GradeRecord judged_by(const SubmissionCase& example, GradeRecord record) {
  std::erase_if(record.items, [&](const ItemScore& item) {
    const bool left_out =
        std::find(example.left_out.begin(), example.left_out.end(), item.id) != example.left_out.end();
    if (left_out) record.points = record.points - item.points;
    return left_out;
  });
  return record;
}

}  // namespace

std::vector<SubmissionCase> cases_of(const system::ProgramPaths& paths, const std::string& lab) {
  const auto known = load::load_lab(load::course_folders(paths.source), lab);
  const auto rubric = load::load_rubric(known->rubric, known->name);
  return load::load_cases(paths.source, *rubric);
}

void write_case(const system::ProgramPaths& paths, const SubmissionCase& example, const fs::path& to) {
  const system::StopFlag stop;
  fs::create_directories(to.parent_path());
  const auto made = pipeline::make_submission(example, paths, to, stop);
  ASSERT_TRUE(made) << message_of(made.error());
}

double expect_verdict(const SubmissionCase& example, const fs::path& record, const fs::path& submission) {
  const auto read = load::load_record(text_of(record));
  EXPECT_TRUE(read) << message_of(read.error());
  if (!read) return -1;
  const GradeRecord judged = judged_by(example, *read);
  const score::LineOf line = [&](const Place& place) { return pipeline::line_of(submission, place); };
  EXPECT_THAT(score::differences(example, judged, line), testing::IsEmpty());
  return read->points.value();
}

}  // namespace gridmark::e2e
