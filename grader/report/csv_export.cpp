#include "grader/core/csv_text.h"
#include "grader/core/number_text.h"
#include "grader/report/printable_grade.h"

namespace gridmark::report {

Result<ExportFiles> export_csv(Records records, const ExportContext& context) {
  std::string csv = csv_line({"student", "lab", "submission", "criterion", "item", "title", "points",
                              "points_at_most", "max_points", "verdict", "reason", "file", "line"});
  for (const GradeRecord& record : records) {
    const PrintableGrade grade = printable_grade(record, context);
    for (const PrintableItem& item : grade.items)
      csv += csv_line({harmless(grade.student), harmless(grade.lab), harmless(grade.submission),
                       harmless(item.criterion_id), harmless(item.id), harmless(item.title),
                       points_text(item.points), points_text(item.points + item.open),
                       points_text(item.max_points), harmless(item.verdict), harmless(item.reason),
                       harmless(item.file), item.line > 0 ? std::to_string(item.line) : ""});
  }
  return ExportFiles{{"grades.csv", csv}};
}

}  // namespace gridmark::report
