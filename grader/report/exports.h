#pragma once
// The formats that other systems read. Each is a pure function of records. docs/exports.md describes their
// fields.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/report/audience.h"

namespace gridmark::report {

/// Values that a format needs and a record does not have.
struct ExportContext {
  Audience audience = Audience::student;
  std::string now;                            ///< UTC, RFC 3339 with milliseconds
  std::string token;                          ///< random letters that no student can know
  std::string workspace;                      ///< the repository's folder, absolute, or empty if unknown
  const GradeRecord* previous = nullptr;      ///< an earlier grade, for a page that shows changes
  std::map<std::string, std::string> fields;  ///< the user's settings: "classroom" -> "cs101"
};

struct ExportFile {
  std::string name;  ///< the name that the reading system expects: "results.json"
  std::string text;
};

using ExportFiles = std::vector<ExportFile>;
using Records = std::span<const GradeRecord>;

/// Whether a format can put several records into one file.
enum class Together { no, yes };

struct ExportFormat {
  std::string name;
  std::string summary;  ///< for --help, in half a line
  Together together = Together::no;
  bool is_grade = false;  ///< its points become a grade, so partial runs are refused
  Result<ExportFiles> (*print)(Records, const ExportContext&) = nullptr;
  std::vector<std::string> fields = {};  ///< names of the settings that it takes: "classroom"
};

/// All formats, in the order of --help.
const std::vector<ExportFormat>& export_formats();

/// The records as `context.audience` may see them, in `format`.
///
/// errors  usage: a field is missing or the format does not have it, or a partial run as a grade
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
