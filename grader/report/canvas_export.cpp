// A table for Canvas's import. Canvas finds a student by SIS Login ID, and an assignment by the number in its
// heading. Without the number it would make a new assignment.
#include <fmt/format.h>

#include <algorithm>

#include "grader/core/csv_text.h"
#include "grader/core/number_text.h"
#include "grader/report/printable_grade.h"

namespace gridmark::report {
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
        "expected the number at the end of the assignment's address in Canvas. Without it Canvas would "
        "make a new assignment");
  const PrintableGrade first = printable_grade(records.front(), context);
  std::string csv = csv_line({"Student", "ID", "SIS User ID", "SIS Login ID", "Section",
                              harmless(fmt::format("{} ({})", first.title, id->second))}) +
                    csv_line({"    Points Possible", "", "", "", "", points_text(first.max_points)});
  std::vector<std::string> seen;
  for (const GradeRecord& record : records) {
    const PrintableGrade grade = printable_grade(record, context);
    if (grade.lab != first.lab)
      return wrong_canvas("RECORD",
                          fmt::format("found records of {} and {}, expected one lab for a column of Canvas",
                                      first.lab, grade.lab));
    if (grade.max_points != first.max_points)
      return wrong_canvas(grade.submission, fmt::format("is scored out of {}, and {} out of {}. Run gridmark "
                                                        "rescore on all of them, then this command again",
                                                        points_words(grade.max_points), first.submission,
                                                        points_text(first.max_points)));
    if (std::find(seen.begin(), seen.end(), grade.student) != seen.end())
      return wrong_canvas("RECORD", fmt::format("found two records of {}, expected one", grade.student));
    seen.push_back(grade.student);
    csv +=
        csv_line({harmless(grade.student), "", "", harmless(grade.student), "", points_text(grade.points)});
  }
  return ExportFiles{{"canvas.csv", csv}};
}

}  // namespace gridmark::report
