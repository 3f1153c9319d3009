#include "grader/core/csv_text.h"
#include "grader/core/number_text.h"
#include "grader/report/told_grade.h"

namespace gridmark {

Result<ExportFiles> export_csv(Records records, const ExportContext& context) {
  std::string csv = csv_line({"student", "lab", "submission", "criterion", "item", "title", "points",
                              "points_at_most", "max_points", "verdict", "reason", "file", "line"});
  for (const GradeRecord& record : records) {
    const ToldGrade told = told_grade(record, context);
    for (const ToldLine& line : told.lines)
      csv += csv_line({harmless(told.student), harmless(told.lab), harmless(told.submission),
                       harmless(line.criterion_id), harmless(line.id), harmless(line.title),
                       points_text(line.points), points_text(line.points + line.open),
                       points_text(line.max_points), harmless(line.verdict), harmless(line.reason),
                       harmless(line.file), line.line > 0 ? std::to_string(line.line) : ""});
  }
  return ExportFiles{{"grades.csv", csv}};
}

}  // namespace gridmark
