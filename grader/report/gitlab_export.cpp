// JUnit for the merge request's list of tests, and code quality reports for the lines of its diff.
#include <nlohmann/json.hpp>

#include "grader/core/number_text.h"
#include "grader/core/sha256.h"
#include "grader/report/junit_export.h"
#include "grader/report/printable_grade.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

/// The same finding must have the same fingerprint in each run. The message is not part of it, because it can
/// contain numbers.
std::string fingerprint(const PrintableGrade& grade, const PrintableItem& item) {
  return Sha256()
      .add_part(grade.lab)
      .add_part(item.id)
      .add_part(item.file)
      .add_part(std::to_string(item.line))
      .digits();
}

Json finding(const PrintableGrade& grade, const PrintableItem& item) {
  const char* severity = item.is_open() ? "info" : item.points > Points(0) ? "minor" : "major";
  return {{"description", item.points_of() + " in " + item.id + ": " + item.message()},
          {"check_name", grade.lab + "/" + item.id},
          {"fingerprint", fingerprint(grade, item)},
          {"severity", severity},
          {"location", {{"path", item.file}, {"lines", {{"begin", std::max(item.line, 1)}}}}}};
}

}  // namespace

Result<ExportFiles> export_gitlab(Records records, const ExportContext& context) {
  Json findings = Json::array();
  for (const GradeRecord& record : records) {
    const PrintableGrade grade = printable_grade(record, context);
    for (const PrintableItem& item : grade.items)
      if (!item.is_full() && !item.file.empty()) findings.push_back(finding(grade, item));
  }
  return ExportFiles{{"junit.xml", junit_text(records, context)},
                     {"gl-code-quality-report.json", findings.dump(2) + "\n"}};
}

}  // namespace gridmark::report
