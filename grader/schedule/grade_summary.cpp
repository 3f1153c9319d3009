// The values that a batch reads from labs and records.
#include "grader/core/sha256.h"
#include "grader/pipeline/lab_fingerprint.h"
#include "grader/schedule/batch.h"

namespace gridmark::schedule {
Result<std::string> grading_fingerprint(const Lab& lab, const std::string& device) {
  return pipeline::lab_fingerprint(lab).map([&](const std::string& files) {
    Sha256 fingerprint;
    fingerprint.add_part(GRIDMARK_VERSION).add_part(files).add_part(device);
    for (const std::string& name : lab.files) fingerprint.add_part(name);
    return fingerprint.digits();
  });
}

std::vector<report::PlanRow> plan_rows(const std::vector<PlanLine>& lines) {
  std::vector<report::PlanRow> rows;
  for (const PlanLine& line : lines) {
    const PlannedJob& job = line.job;
    report::PlanRow row{job.student.id, job.lab->lab.name, "", job.why};
    if (job.state == GradeState::pending) {
      row.what = line.others    ? "another shard"
                 : line.rescore ? "rescore"
                 : line.done    ? "graded already"
                                : "grade";
      row.why = job.source.commit.empty() ? "files as they lie"
                                          : job.source.commit.substr(0, 12) + " of " + job.source.committed;
      if (!job.source.late.empty()) row.why += "; " + job.source.late;
    } else {
      row.what = job.state == GradeState::nothing ? "nothing" : "error";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

LabGrade grade_of(const GradeRecord& record) {
  LabGrade grade;
  grade.lab = record.lab;
  grade.has_record = true;
  grade.points = record.points;
  grade.points_at_most = record.points_at_most;
  grade.max_points = record.max_points;
  grade.passing = record.passing;
  grade.complete = record.complete;
  grade.credit = record.credit;
  grade.seconds = record.seconds;
  grade.rubric = record.fingerprints.rubric;
  grade.reviews = record.reviews;
  grade.manual = record.manual;
  if (record.source) {
    grade.commit = record.source->commit;
    grade.committed = record.source->committed;
    grade.attempt = record.source->attempt;
    grade.late = record.source->late;
    grade.key = record.source->key;
    grade.content = record.source->content;
  }
  for (const ItemScore& item : record.items)
    grade.items.push_back(
        {item.id, item.title, item.points, item.max_points, item.outcome, item.reason, item.unmet_need});
  return grade;
}

}  // namespace gridmark::schedule
