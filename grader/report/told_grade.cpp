#include "grader/report/told_grade.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/utf8.h"
#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark {
namespace {

constexpr std::size_t most_told_compiler_lines = 200;

/// Where the submission lies in the repository, with a slash at its end; "" where it is the repository itself
/// or lies elsewhere.
std::string folder_of(const GradeRecord& record, const std::string& workspace) {
  std::string folder = record.submission;
  if (!workspace.empty() && folder.starts_with(workspace + "/")) folder = folder.substr(workspace.size() + 1);
  if (folder.starts_with("./")) folder = folder.substr(2);
  while (folder.ends_with('/')) folder.pop_back();
  const bool elsewhere = folder.empty() || folder == "." || folder == workspace || folder.starts_with('/') ||
                         folder.starts_with("..") || record.source.has_value();
  return elsewhere ? "" : printable(folder) + "/";
}

ToldLine told_line(const ItemScore& item, const std::string& folder) {
  ToldLine line;
  line.id = printable(item.id), line.title = printable(item.title);
  line.points = item.points, line.open = item.open, line.max_points = item.max_points;
  line.earned = range_text(item.points, item.points + item.open);
  line.standing = standing_of(item);
  line.verdict = verdict_words(item);
  line.reason = printable(item.reason);
  if (item.place) {
    const bool safe = !item.place->file.starts_with('/') && item.place->file.find("..") == std::string::npos;
    line.file = safe ? folder + printable(item.place->file) : "";
    line.line = safe ? item.place->line : 0;
  }
  return line;
}

std::string compiler_words(const GradeRecord& record) {
  for (const BuildRecord& build : record.builds)
    if (build.outcome != Outcome::passed && !build.messages.empty())
      return fmt::format("{}", fmt::join(printable_lines(build.messages, most_told_compiler_lines), "\n"));
  return "";
}

}  // namespace

ToldGrade told_grade(const GradeRecord& record, const ExportContext& context) {
  ToldGrade told;
  told.lab = printable(record.lab), told.title = printable(record.title);
  told.submission = printable(record.submission);
  told.student = record.source ? printable(record.source->student) : told.submission;
  told.points = record.points, told.max_points = record.max_points;
  told.total = earned_text(record) + " of " + whole_words(record);
  told.standing = standing_words(record, points_text(record.max_points * record.pass_mark));
  if (record.source) told.late = printable(record.source->late);
  told.made_by = fmt::format("{} device, sandbox {}, gridmark {}", name_of(record.device),
                             printable(record.sandbox), printable(record.version));
  told.compiler = compiler_words(record);
  const std::string folder = folder_of(record, context.workspace);
  for (std::size_t c = 0; c < record.criteria.size(); ++c) {
    int number = 0;
    for (const ItemScore& item : record.items) {
      if (item.criterion != record.criteria[c].id) continue;
      ToldLine line = told_line(item, folder);
      line.number = fmt::format("{}.{}", c + 1, ++number);
      line.criterion_id = printable(record.criteria[c].id),
      line.criterion = printable(record.criteria[c].title);
      told.lines.push_back(std::move(line));
    }
  }
  return told;
}

std::string capped(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  const std::string end = "\n(cut: the whole text is in the record)";
  if (most <= end.size()) return std::string(clipped(text, most));
  return std::string(clipped(text, most - end.size())) + end;
}

}  // namespace gridmark
