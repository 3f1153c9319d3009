#pragma once
// The formats that other systems read. Each is a pure function of records; docs/exports.md has them field by
// field.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/report/audience.h"

namespace gridmark::report {

/// What a record does not say and a format asks for.
struct ExportContext {
  Audience audience = Audience::student;
  std::string now;                            ///< UTC, RFC 3339 with milliseconds
  std::string token;                          ///< random letters that no student can know
  std::string workspace;                      ///< the repository's folder, absolute; empty: unknown
  const GradeRecord* previous = nullptr;      ///< an earlier grade, for a page that says what changed
  std::map<std::string, std::string> fields;  ///< what the user said: "classroom" -> "cs101"
};

struct ExportFile {
  std::string name;  ///< as the system that reads it expects it: "results.json"
  std::string text;
};

using ExportFiles = std::vector<ExportFile>;
using Records = std::span<const GradeRecord>;

/// How many records a format takes into one file.
enum class Together { no, yes };

struct ExportFormat {
  std::string name;
  std::string summary;  ///< for --help, in half a line
  Together together = Together::no;
  bool is_grade = false;  ///< points of it end in somebody's grade: partial runs are refused
  Result<ExportFiles> (*print)(Records, const ExportContext&) = nullptr;
  std::vector<std::string> fields = {};  ///< that it takes: "classroom"
};

/// All formats, in the order of --help.
const std::vector<ExportFormat>& export_formats();

/// The records as `context.audience` may see them, in `format`.
///
/// errors  usage: a field that is missing or not one of the format's; a partial run as a grade
Result<ExportFiles> export_records(const ExportFormat& format, Records records, const ExportContext& context);

Result<ExportFiles> export_html(Records records, const ExportContext& context);
Result<ExportFiles> export_markdown(Records records, const ExportContext& context);
Result<ExportFiles> export_json(Records records, const ExportContext& context);
Result<ExportFiles> export_junit(Records records, const ExportContext& context);
Result<ExportFiles> export_gradescope(Records records, const ExportContext& context);
Result<ExportFiles> export_classroom50(Records records, const ExportContext& context);
Result<ExportFiles> export_github(Records records, const ExportContext& context);
Result<ExportFiles> export_gitlab(Records records, const ExportContext& context);
Result<ExportFiles> export_prairielearn(Records records, const ExportContext& context);
Result<ExportFiles> export_autolab(Records records, const ExportContext& context);
Result<ExportFiles> export_canvas(Records records, const ExportContext& context);
Result<ExportFiles> export_lti(Records records, const ExportContext& context);
Result<ExportFiles> export_sarif(Records records, const ExportContext& context);
Result<ExportFiles> export_csv(Records records, const ExportContext& context);

}  // namespace gridmark::report
