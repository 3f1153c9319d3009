// The payload of an LTI Assignment and Grade Services score. The platform's tool sends it.
#include <nlohmann/json.hpp>

#include "grader/report/printable_grade.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

std::string comment(const PrintableGrade& grade) {
  std::string text = grade.total + ": " + grade.standing;
  for (const PrintableItem& item : grade.items)
    if (!item.is_full()) text += "\n" + item.id + ": " + item.earned + " points, " + item.message();
  return text;
}

}  // namespace

Result<ExportFiles> export_lti(Records records, const ExportContext& context) {
  const GradeRecord& record = records.front();
  const auto user = context.fields.find("user-id");
  if (user == context.fields.end() && !record.source)
    return failure(
        Error::Source::usage, "--field user-id",
        "expected the platform's id of the student. A record of a batch has the roster's id for it");
  constexpr std::size_t most_comment = 60'000;
  const PrintableGrade grade = printable_grade(record, context);
  const bool open = record.points_at_most > record.points;
  const bool committed = record.source && !record.source->committed.empty();
  const Json score = {
      {"userId", user == context.fields.end() ? grade.student : user->second},
      {"scoreGiven", grade.points.value()},
      {"scoreMaximum", grade.max_points.value()},
      {"comment", capped(comment(grade), most_comment)},
      {"timestamp", context.now},
      {"activityProgress", "Completed"},
      {"gradingProgress", open ? "PendingManual" : "FullyGraded"},
      {"submission", {{"submittedAt", committed ? record.source->committed : record.started}}}};
  return ExportFiles{{"score.json", score.dump(2) + "\n"}};
}

}  // namespace gridmark::report
