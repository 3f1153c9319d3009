#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/markdown_text.h"
#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

using markdown::code;

constexpr std::size_t most_markdown_compiler_lines = 40;

std::string place(const ToldLine& line) {
  if (line.file.empty()) return "";
  return code(line.line > 0 ? fmt::format("{}:{}", line.file, line.line) : line.file) + " ";
}

std::string table(const ToldGrade& told) {
  std::string text = "| | line | points | of |\n|---|---|---:|---:|\n";
  std::string criterion;
  for (const ToldLine& line : told.lines) {
    if (line.criterion != criterion)
      text += fmt::format("| | **{}** | | |\n", markdown::escaped(criterion = line.criterion));
    const char* mark = line.is_full() ? "✅" : line.is_open() ? "❔" : line.points > Points(0) ? "🟡" : "❌";
    text += fmt::format("| {} | {} | {} | {} |\n", line.standing == Standing::not_run ? "➖" : mark,
                        markdown::escaped(line.title), line.earned, points_text(line.max_points));
  }
  return text;
}

std::string reasons(const ToldGrade& told) {
  std::string text;
  for (const ToldLine& line : told.lines)
    if (!line.is_full())
      text += fmt::format("- **{}**, {} of {}: {}{}\n", markdown::escaped(line.title), line.earned,
                          points_text(line.max_points), place(line), markdown::escaped(line.sentence()));
  return text.empty() ? "" : "\n### What is missing\n\n" + text;
}

std::string chapter(const ToldGrade& told) {
  std::string text = fmt::format("## {}: {}\n\n{}. Submission {}.\n\n", markdown::escaped(told.title),
                                 told.total, markdown::escaped(told.standing), code(told.submission));
  if (!told.late.empty()) text += markdown::escaped(told.late) + "\n\n";
  text += table(told) + reasons(told);
  if (!told.compiler.empty())
    text += "\n### What the compiler says\n\n" + markdown::block(told.compiler, most_markdown_compiler_lines);
  return text + "\n" + markdown::escaped(told.made_by) + "\n";
}

}  // namespace

Result<ExportFiles> export_markdown(Records records, const ExportContext& context) {
  std::string text;
  for (const GradeRecord& record : records)
    text += (text.empty() ? "" : "\n") + chapter(told_grade(record, context));
  return ExportFiles{{"report.md", text}};
}

}  // namespace gridmark
