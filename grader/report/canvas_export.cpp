// A table for Canvas's import. Canvas finds a student by SIS Login ID, and an assignment by the number in its
// heading; without the number it would make a new assignment.
#include <fmt/format.h>

#include <algorithm>

#include "grader/core/csv_text.h"
#include "grader/core/number_text.h"
#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

tl::unexpected<Error> wrong_canvas(const std::string& where, std::string message) {
  return failure(Error::Source::usage, where, std::move(message));
}

}  // namespace

Result<ExportFiles> export_canvas(Records records, const ExportContext& context) {
  const auto id = context.fields.find("assignment-id");
  if (id == context.fields.end() || id->second.empty() ||
      id->second.find_first_not_of("0123456789") != std::string::npos)
    return wrong_canvas(
        "--field assignment-id",
        "expected the number at the end of the assignment's address in Canvas; without it Canvas would "
        "make a new assignment");
  const ToldGrade first = told_grade(records.front(), context);
  std::string csv = csv_line({"Student", "ID", "SIS User ID", "SIS Login ID", "Section",
                              harmless(fmt::format("{} ({})", first.title, id->second))}) +
                    csv_line({"    Points Possible", "", "", "", "", points_text(first.max_points)});
  std::vector<std::string> seen;
  for (const GradeRecord& record : records) {
    const ToldGrade told = told_grade(record, context);
    if (told.lab != first.lab)
      return wrong_canvas(
          "RECORD",
          fmt::format("found records of {} and {}; a column of Canvas is of one lab", first.lab, told.lab));
    if (std::find(seen.begin(), seen.end(), told.student) != seen.end())
      return wrong_canvas("RECORD", fmt::format("found two records of {}, expected one", told.student));
    seen.push_back(told.student);
    csv += csv_line({harmless(told.student), "", "", harmless(told.student), "", points_text(told.points)});
  }
  return ExportFiles{{"canvas.csv", csv}};
}

}  // namespace gridmark
