#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/markdown_text.h"
#include "grader/report/printable_grade.h"

namespace gridmark::report {
namespace {

using markdown::code;

constexpr std::size_t most_markdown_compiler_lines = 40;

template <class Placed>
std::string place(const Placed& item) {
  if (item.file.empty()) return "";
  return code(item.line > 0 ? fmt::format("{}:{}", item.file, item.line) : item.file) + " ";
}

std::string table(const PrintableGrade& grade) {
  std::string text = "| | item | points | of |\n|---|---|---:|---:|\n";
  std::string criterion;
  for (const PrintableItem& item : grade.items) {
    if (item.criterion != criterion)
      text += fmt::format("| | **{}** | | |\n", markdown::escaped(criterion = item.criterion));
    const char* mark = item.is_full() ? "✅" : item.is_open() ? "❔" : item.points > Points(0) ? "🟡" : "❌";
    text += fmt::format("| {} | {} | {} | {} |\n", item.standing == Standing::not_run ? "➖" : mark,
                        markdown::escaped(item.title), item.earned, points_text(item.max_points));
  }
  return text;
}

std::string fix_chapter(const PrintableFix& fix) {
  std::string text = fmt::format("### Fix this first\n\n{}.\n\n{}{}\n\n", fix.cost, place(fix),
                                 markdown::escaped(fix.cause));
  return fix.seen.empty() ? text : text + "Seen in " + markdown::escaped(fix.seen) + "\n\n";
}

/// The reason, unless it was already given.
std::string why(const PrintableItem& item) {
  if (item.told.empty()) return place(item) + markdown::escaped(item.message());
  return markdown::escaped(item.verdict + ": the same cause as under \"" + item.told + "\"");
}

std::string reasons(const PrintableGrade& grade) {
  std::string text;
  for (const PrintableItem& item : grade.items)
    if (!item.is_full())
      text += fmt::format("- **{}**, {} of {}: {}\n", markdown::escaped(item.title), item.earned,
                          points_text(item.max_points), why(item));
  return text.empty() ? "" : "\n### Lost points\n\n" + text;
}

std::string chapter(const PrintableGrade& grade) {
  std::string text = fmt::format("## {}: {}\n\n{}. Submission {}.\n\n", markdown::escaped(grade.title),
                                 grade.total, markdown::escaped(grade.standing), code(grade.submission));
  if (!grade.late.empty()) text += markdown::escaped(grade.late) + "\n\n";
  if (grade.fix) text += fix_chapter(*grade.fix);
  text += table(grade) + reasons(grade);
  if (!grade.compiler.empty())
    text += "\n### Compiler output\n\n" + markdown::block(grade.compiler, most_markdown_compiler_lines);
  return text + "\n" + markdown::escaped(grade.made_by) + "\n";
}

}  // namespace

Result<ExportFiles> export_markdown(Records records, const ExportContext& context) {
  std::string text;
  for (const GradeRecord& record : records)
    text += (text.empty() ? "" : "\n") + chapter(printable_grade(record, context));
  return ExportFiles{{"report.md", text}};
}

}  // namespace gridmark::report
