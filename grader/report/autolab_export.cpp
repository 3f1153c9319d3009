// The last lines of an Autolab autograder's output: the stages and hints that Autolab shows, then a score for
// each criterion.
#include <nlohmann/json.hpp>

#include "grader/report/printable_grade.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Result<ExportFiles> export_autolab(Records records, const ExportContext& context) {
  const PrintableGrade grade = printable_grade(records.front(), context);
  Json scores = Json::object(), stages = Json::array(), shown = {{"_presentation", "semantic"}};
  for (const CriterionScore& criterion : records.front().criteria) {
    const std::string id = printable(criterion.id);
    scores[id] = criterion.points.value();
    stages.push_back(id);
    shown[id] = Json::object();
  }
  for (const PrintableItem& item : grade.items) {
    Json test = {{"passed", item.is_full()}};
    if (!item.is_full()) test["hint"] = item.earned + " points. " + item.message();
    shown[item.criterion_id][item.id + ": " + item.title] = test;
  }
  shown["stages"] = stages;
  const Json last = {{"scores", scores}, {"scoreboard", Json::array({grade.points.value()})}};
  return ExportFiles{{"autolab.txt", shown.dump() + "\n" + last.dump() + "\n"}};
}

}  // namespace gridmark::report
