#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/markdown_text.h"
#include "grader/report/told_grade.h"

namespace gridmark {
namespace {

using markdown::code;
using markdown::escaped;

constexpr std::size_t most_compiler_lines = 40;

std::string place(const ToldLine& line) {
  if (line.file.empty()) return "";
  return code(line.line > 0 ? fmt::format("{}:{}", line.file, line.line) : line.file) + " ";
}

std::string table(const ToldGrade& told) {
  std::string text = "| | line | points | of |\n|---|---|---:|---:|\n";
  std::string criterion;
  for (const ToldLine& line : told.lines) {
    if (line.criterion != criterion)
      text += fmt::format("| | **{}** | | |\n", escaped(criterion = line.criterion));
    const char* mark = line.is_full() ? "✅" : line.is_open() ? "❔" : line.points > Points(0) ? "🟡" : "❌";
    text += fmt::format("| {} | {} | {} | {} |\n", line.standing == Standing::not_run ? "➖" : mark,
                        escaped(line.title), line.earned, points_text(line.max_points));
  }
  return text;
}

std::string reasons(const ToldGrade& told) {
  std::string text;
  for (const ToldLine& line : told.lines)
    if (!line.is_full())
      text += fmt::format("- **{}**, {} of {}: {}{}\n", escaped(line.title), line.earned,
                          points_text(line.max_points), place(line), escaped(line.sentence()));
  return text.empty() ? "" : "\n### What is missing\n\n" + text;
}

std::string chapter(const ToldGrade& told) {
  std::string text = fmt::format("## {}: {}\n\n{}. Submission {}.\n\n", escaped(told.title), told.total,
                                 escaped(told.standing), code(told.submission));
  if (!told.late.empty()) text += escaped(told.late) + "\n\n";
  text += table(told) + reasons(told);
  if (!told.compiler.empty())
    text += "\n### What the compiler says\n\n" + markdown::block(told.compiler, most_compiler_lines);
  return text + "\n" + escaped(told.made_by) + "\n";
}

}  // namespace

Result<ExportFiles> export_markdown(Records records, const ExportContext& context) {
  std::string text;
  for (const GradeRecord& record : records)
    text += (text.empty() ? "" : "\n") + chapter(told_grade(record, context));
  return ExportFiles{{"report.md", text}};
}

}  // namespace gridmark
