// The output of a step of GitHub Actions. The runner obeys lines of its log. So all text of a student is
// either escaped in an annotation or between stop-commands and its token.
#include <fmt/format.h>

#include <array>

#include "grader/core/number_text.h"
#include "grader/report/printable_grade.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {
namespace {

constexpr int most_of_a_kind = 10;                          // GitHub shows this many annotations of a step
constexpr std::size_t most_summary = std::size_t{1} << 20;  // bytes
enum Kind { error, warning, notice };

/// In a property's value, : and , must be escaped too.
std::string data(const std::string& text, bool property) {
  std::string escaped;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    escaped += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return escaped;
}

Kind kind_of(const PrintableItem& item) {
  if (item.is_open() || item.standing == Standing::not_run) return notice;
  return item.points > Points(0) ? warning : error;
}

std::string annotation(const PrintableGrade& grade, const PrintableItem& item) {
  static constexpr std::array names{"error", "warning", "notice"};
  std::string place;
  if (!item.file.empty()) place += "file=" + data(item.file, true) + ",";
  if (item.line > 0) place += fmt::format("line={0},endLine={0},", item.line);
  return fmt::format("::{} {}title={}::{}\n", names[kind_of(item)], place,
                     data(grade.lab + " " + item.id, true),
                     data(item.points_of() + ": " + item.message(), false));
}

/// The first ten of each kind. The summary has all of them.
std::string annotations(const std::vector<PrintableGrade>& all) {
  std::array<int, 3> given{};
  std::string text;
  for (const PrintableGrade& grade : all)
    for (const PrintableItem& item : grade.items)
      if (!item.is_full() && given[kind_of(item)]++ < most_of_a_kind) text += annotation(grade, item);
  return text;
}

}  // namespace

Result<ExportFiles> export_github(Records records, const ExportContext& context) {
  const auto summary = TRY(export_markdown(records, context));
  std::vector<PrintableGrade> all;
  std::string log = fmt::format("::stop-commands::{}\n", context.token);
  for (const GradeRecord& record : records) {
    log += print_terminal(record, {});
    all.push_back(printable_grade(record, context));
  }
  log += fmt::format("::{}::\n", context.token) + annotations(all);
  return ExportFiles{{"log.txt", log}, {"summary.md", capped(summary.front().text, most_summary)}};
}

}  // namespace gridmark::report
