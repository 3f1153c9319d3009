// The last lines of an Autolab autograder's output: a problem of the assessment for each criterion, and
// before it what Autolab shows as stages and hints.
#include <nlohmann/json.hpp>

#include "grader/report/text.h"
#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Result<ExportFiles> export_autolab(Records records, const ExportContext& context) {
  const ToldGrade told = told_grade(records.front(), context);
  Json scores = Json::object(), stages = Json::array(), shown = {{"_presentation", "semantic"}};
  for (const CriterionScore& criterion : records.front().criteria) {
    const std::string id = printable(criterion.id);
    scores[id] = criterion.points.value();
    stages.push_back(id);
    shown[id] = Json::object();
  }
  for (const ToldLine& line : told.lines) {
    Json test = {{"passed", line.is_full()}};
    if (!line.is_full()) test["hint"] = line.earned + " points. " + line.sentence();
    shown[line.criterion_id][line.id + ": " + line.title] = test;
  }
  shown["stages"] = stages;
  const Json last = {{"scores", scores}, {"scoreboard", Json::array({told.points.value()})}};
  return ExportFiles{{"autolab.txt", shown.dump() + "\n" + last.dump() + "\n"}};
}

}  // namespace gridmark
