// results.json of a Gradescope autograder. A single hidden test makes Gradescope hide the total. So students
// get only items of the rubric, all visible, and staff also get the hidden tests. The points are those that
// gridmark gives. In Gradescope a person gives the others under "manual grading".
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/core/number_text.h"
#include "grader/report/printable_grade.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

Json item_json(const PrintableItem& item) {
  Json test = Json::object();
  if (!item.by_hand) test = {{"score", item.points.value()}, {"max_score", item.max_points.value()}};
  test.update({{"name", item.id + ": " + item.title},
               {"name_format", "text"},
               {"number", item.number},
               {"output", ""},
               {"output_format", "text"},
               {"tags", Json::array({item.criterion_id})},
               {"visibility", "visible"}});
  if (!item.by_hand && !item.is_open()) test["status"] = item.is_full() ? "passed" : "failed";
  std::string output = item.is_full() ? "" : item.message();
  if (item.by_hand)
    output = "Not part of this score: a person gives " + points_words(item.max_points) + ". " + output;
  else if (item.open > Points(0))
    output = item.points_of() + " until that is decided. " + output;
  if (!item.file.empty()) output += fmt::format("\n{}:{}", item.file, item.line);
  test["output"] = output;
  return test;
}

/// Gradescope's word for an audience and a time.
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
  const PrintableGrade grade = printable_grade(record, context);
  Json tests = Json::array();
  for (const PrintableItem& item : grade.items) tests.push_back(item_json(item));
  for (const TestResult& test : record.tests)
    if (context.audience == Audience::staff && test.visibility != Visibility::announced)
      tests.push_back(hidden_json(test));
  const AutomaticPart part = automatic_part(grade);
  std::string output = part.words;
  for (const std::string& more : {grade.late, grade.compiler})
    if (!more.empty()) output += "\n" + more;
  const Json all = {{"score", part.points.value()},
                    {"execution_time", static_cast<int>(record.seconds + 0.5)},
                    {"output", output},
                    {"output_format", "text"},
                    {"test_output_format", "text"},
                    {"test_name_format", "text"},
                    {"visibility", "visible"},
                    {"stdout_visibility", "hidden"},
                    {"extra_data", {{"lab", grade.lab}, {"made_by", grade.made_by}}},
                    {"tests", tests}};
  return ExportFiles{{"results.json", all.dump(2) + "\n"}};
}

}  // namespace gridmark::report
