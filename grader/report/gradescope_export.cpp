// results.json of a Gradescope autograder. One test that is hidden makes Gradescope hide the total, so
// students get lines of the rubric alone, all visible; for staff the hidden tests follow.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/core/number_text.h"
#include "grader/report/text.h"
#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

Json line_json(const ToldLine& line) {
  Json test = {{"score", line.points.value()},
               {"max_score", line.max_points.value()},
               {"name", line.id + ": " + line.title},
               {"name_format", "text"},
               {"number", line.number},
               {"output", ""},
               {"output_format", "text"},
               {"tags", Json::array({line.criterion_id})},
               {"visibility", "visible"}};
  if (!line.is_open()) test["status"] = line.is_full() ? "passed" : "failed";
  std::string output = line.is_full() ? "" : line.sentence();
  if (line.open > Points(0)) output = line.points_of() + " until that is decided. " + output;
  if (!line.file.empty()) output += fmt::format("\n{}:{}", line.file, line.line);
  test["output"] = output;
  return test;
}

/// Gradescope's word for who may see it, and when.
const char* shown_when(Visibility visibility) {
  if (visibility == Visibility::after_due) return "after_due_date";
  return visibility == Visibility::after_published ? "after_published" : "hidden";
}

Json hidden_json(const TestResult& test) {
  return {{"name", "hidden: " + printable(test.name)},
          {"name_format", "text"},
          {"status", test.outcome == Outcome::passed ? "passed" : "failed"},
          {"output", printable(test.reason)},
          {"output_format", "text"},
          {"visibility", shown_when(test.visibility)}};
}

}  // namespace

Result<ExportFiles> export_gradescope(Records records, const ExportContext& context) {
  const GradeRecord& record = records.front();
  const ToldGrade told = told_grade(record, context);
  Json tests = Json::array();
  for (const ToldLine& line : told.lines) tests.push_back(line_json(line));
  for (const TestResult& test : record.tests)
    if (context.audience == Audience::staff && test.visibility != Visibility::announced)
      tests.push_back(hidden_json(test));
  std::string output = told.total + ": " + told.standing;
  for (const std::string& more : {told.late, told.compiler})
    if (!more.empty()) output += "\n" + more;
  const Json all = {{"score", told.points.value()},
                    {"execution_time", static_cast<int>(record.seconds + 0.5)},
                    {"output", output},
                    {"output_format", "text"},
                    {"test_output_format", "text"},
                    {"test_name_format", "text"},
                    {"visibility", "visible"},
                    {"stdout_visibility", "hidden"},
                    {"extra_data", {{"lab", told.lab}, {"made_by", told.made_by}}},
                    {"tests", tests}};
  return ExportFiles{{"results.json", all.dump(2) + "\n"}};
}

}  // namespace gridmark
