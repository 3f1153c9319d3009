// JUnit for the merge request's list of tests, and code quality for the lines of its diff.
#include <nlohmann/json.hpp>

#include "grader/core/number_text.h"
#include "grader/core/sha256.h"
#include "grader/report/junit_export.h"
#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

/// The same finding must have the same fingerprint in each run: the sentence may have numbers in it, and
/// stays out.
std::string fingerprint(const ToldGrade& told, const ToldLine& line) {
  return Sha256()
      .add_part(told.lab)
      .add_part(line.id)
      .add_part(line.file)
      .add_part(std::to_string(line.line))
      .digits();
}

Json finding(const ToldGrade& told, const ToldLine& line) {
  const char* severity = line.is_open() ? "info" : line.points > Points(0) ? "minor" : "major";
  return {{"description", line.points_of() + " in " + line.id + ": " + line.sentence()},
          {"check_name", told.lab + "/" + line.id},
          {"fingerprint", fingerprint(told, line)},
          {"severity", severity},
          {"location", {{"path", line.file}, {"lines", {{"begin", std::max(line.line, 1)}}}}}};
}

}  // namespace

Result<ExportFiles> export_gitlab(Records records, const ExportContext& context) {
  Json findings = Json::array();
  for (const GradeRecord& record : records) {
    const ToldGrade told = told_grade(record, context);
    for (const ToldLine& line : told.lines)
      if (!line.is_full() && !line.file.empty()) findings.push_back(finding(told, line));
  }
  return ExportFiles{{"junit.xml", junit_text(records, context)},
                     {"gl-code-quality-report.json", findings.dump(2) + "\n"}};
}

}  // namespace gridmark
