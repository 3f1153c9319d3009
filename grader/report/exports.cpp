#include "grader/report/exports.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "grader/report/html_printer.h"
#include "grader/report/json_printer.h"

namespace gridmark::report {
namespace {

tl::unexpected<Error> wrong(const std::string& where, std::string message) {
  return failure(Error::Source::usage, where, std::move(message));
}

Result<void> check_fields(const ExportFormat& format, const ExportContext& context) {
  for (const auto& [name, value] : context.fields) {
    if (std::find(format.fields.begin(), format.fields.end(), name) != format.fields.end()) continue;
    return wrong("--field " + name, format.fields.empty()
                                        ? fmt::format("the format {} takes no fields", format.name)
                                        : fmt::format("the format {} has no such field{}", format.name,
                                                      suggestion(name, format.fields)));
  }
  return {};
}

Result<void> check_grades(const ExportFormat& format, Records records) {
  for (const GradeRecord& record : records)
    if (format.is_grade && !record.complete)
      return wrong(
          record.submission,
          fmt::format("is a partial run, which is not a grade for {}. Grade it without --quick and --only",
                      format.name));
  return {};
}

}  // namespace

const std::vector<ExportFormat>& export_formats() {
  using enum Together;
  static const std::vector<ExportFormat> formats{
      {"html", "one page, offline", no, false, export_html},
      {"markdown", "a table and the reasons", yes, false, export_markdown},
      {"json", "the record itself", no, false, export_json},
      {"csv", "a row for each item", yes, false, export_csv},
      {"junit", "XML, a test case for each item", yes, false, export_junit},
      {"github", "annotations for the log, and a step summary", yes, false, export_github},
      {"gitlab", "JUnit and code quality", yes, false, export_gitlab},
      {"sarif", "SARIF 2.1.0, findings with a place in the source", yes, false, export_sarif},
      {"gradescope", "results.json of an autograder", no, true, export_gradescope},
      {"classroom50",
       "classroom50/result/v1",
       no,
       true,
       export_classroom50,
       {"classroom", "owner", "submission", "commit", "release", "review", "assignment", "assignment-type"}},
      {"prairielearn", "results.json of an external grader", no, true, export_prairielearn},
      {"autolab", "the last lines of an autograder's output", no, true, export_autolab},
      {"canvas", "a gradebook's CSV", yes, true, export_canvas, {"assignment-id"}},
      {"lti", "payload of an LTI AGS score", no, true, export_lti, {"user-id"}},
  };
  return formats;
}

Result<ExportFiles> export_records(const ExportFormat& format, Records records,
                                   const ExportContext& context) {
  TRY(check_fields(format, context));
  TRY(check_grades(format, records));
  std::vector<GradeRecord> shown;
  for (const GradeRecord& record : records) shown.push_back(for_audience(record, context.audience));
  return format.print(shown, context);
}

Result<ExportFiles> export_html(Records records, const ExportContext& context) {
  return ExportFiles{{"report.html", print_html(records.front(), context.previous)}};
}

Result<ExportFiles> export_json(Records records, const ExportContext&) {
  return ExportFiles{{"record.json", print_json(records.front())}};
}

}  // namespace gridmark::report
