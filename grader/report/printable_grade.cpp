#include "grader/report/printable_grade.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/utf8.h"
#include "grader/core/number_text.h"
#include "grader/core/root_cause.h"
#include "grader/report/cause_words.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::size_t most_compiler_lines = 200;

/// The submission's path in the repository, with a slash at its end. "" if it is the repository itself or
/// outside it.
std::string folder_of(const GradeRecord& record, const std::string& workspace) {
  std::string folder = record.submission;
  if (!workspace.empty() && folder.starts_with(workspace + "/")) folder = folder.substr(workspace.size() + 1);
  if (folder.starts_with("./")) folder = folder.substr(2);
  while (folder.ends_with('/')) folder.pop_back();
  const bool elsewhere = folder.empty() || folder == "." || folder == workspace || folder.starts_with('/') ||
                         folder.starts_with("..") || record.source.has_value();
  return elsewhere ? "" : printable(folder) + "/";
}

/// Records of an older gridmark lack `by_hand` for some items, so this also checks the outcome and the given
/// points.
bool is_by_hand(const ItemScore& item, const std::vector<ManualPoints>& given) {
  return item.by_hand || item.outcome == Outcome::ungraded ||
         std::any_of(given.begin(), given.end(), [&](const auto& one) { return one.item == item.id; });
}

PrintableItem printable_item(const ItemScore& item, const std::vector<ManualPoints>& given,
                             const std::string& folder) {
  PrintableItem made;
  made.id = printable(item.id), made.title = printable(item.title);
  made.points = item.points, made.open = item.open, made.max_points = item.max_points;
  made.earned = range_text(item.points, item.points + item.open);
  made.standing = standing_of(item);
  made.verdict = verdict_words(item);
  made.by_hand = is_by_hand(item, given);
  made.reason = printable(item.reason);
  if (item.place) {
    const bool safe = !item.place->file.starts_with('/') && item.place->file.find("..") == std::string::npos;
    made.file = safe ? folder + printable(item.place->file) : "";
    made.line = safe ? item.place->line : 0;
  }
  return made;
}

/// The places that explain the causes of items, by item id.
std::map<std::string, std::string> places_told(const std::vector<RootCause>& causes) {
  std::map<std::string, std::string> told;
  for (const RootCause& cause : causes) {
    const bool first = &cause == &causes.front() && cause.is_fixable();
    for (const ItemScore* item : cause.items)
      if (first || item != &cause.leader())
        told[item->id] = first ? "Fix this first" : printable(cause.leader().title);
  }
  return told;
}

std::optional<PrintableFix> fix_of(const std::vector<RootCause>& causes, const std::string& folder) {
  if (causes.empty() || !causes.front().is_fixable()) return std::nullopt;
  const ItemScore& leader = causes.front().leader();
  const PrintableItem place = printable_item(leader, {}, folder);
  return PrintableFix{cost_words(causes.front()), printable(cause_words(leader)),
                      printable(evidence_words(leader)), place.file, place.line};
}

std::string compiler_words(const GradeRecord& record) {
  for (const BuildRecord& build : record.builds)
    if (build.outcome != Outcome::passed && !build.messages.empty())
      return fmt::format("{}", fmt::join(printable_lines(build.messages, most_compiler_lines), "\n"));
  return "";
}

}  // namespace

PrintableGrade printable_grade(const GradeRecord& record, const ExportContext& context) {
  PrintableGrade grade;
  grade.lab = printable(record.lab), grade.title = printable(record.title);
  grade.submission = printable(record.submission);
  grade.student = record.source ? printable(record.source->student) : grade.submission;
  grade.points = record.points, grade.max_points = record.max_points;
  grade.total = earned_text(record) + " of " + whole_words(record);
  grade.standing = standing_words(record, points_text(record.max_points * record.pass_mark));
  if (record.source) grade.late = printable(record.source->late);
  grade.made_by = fmt::format("{} device, sandbox {}, gridmark {}", name_of(record.device),
                              printable(record.sandbox), printable(record.version));
  grade.compiler = compiler_words(record);
  const std::string folder = folder_of(record, context.workspace);
  const std::vector<RootCause> causes = root_causes(record.items, record.complete);
  grade.fix = fix_of(causes, folder);
  const std::map<std::string, std::string> told = places_told(causes);
  for (std::size_t c = 0; c < record.criteria.size(); ++c) {
    int number = 0;
    for (const ItemScore& item : record.items) {
      if (item.criterion != record.criteria[c].id) continue;
      PrintableItem made = printable_item(item, record.manual, folder);
      if (const auto elsewhere = told.find(item.id); elsewhere != told.end()) made.told = elsewhere->second;
      made.number = fmt::format("{}.{}", c + 1, ++number);
      made.criterion_id = printable(record.criteria[c].id),
      made.criterion = printable(record.criteria[c].title);
      grade.items.push_back(std::move(made));
    }
  }
  return grade;
}

AutomaticPart automatic_part(const PrintableGrade& grade) {
  AutomaticPart part{grade.points, grade.max_points, grade.total + ": " + grade.standing};
  Points open, by_hand;
  for (const PrintableItem& item : grade.items)
    if (item.by_hand)
      part.points -= item.points, by_hand += item.max_points;
    else
      open += item.open;
  if (by_hand == Points(0)) return part;
  part.max_points -= by_hand;
  part.words = fmt::format("{} of {} that gridmark gives. A person gives the other {} by hand. Together {}",
                           range_text(part.points, part.points + open), points_words(part.max_points),
                           points_text(by_hand), part.words);
  return part;
}

std::string capped(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  const std::string end = "\n(cut: the whole text is in the record)";
  if (most <= end.size()) return std::string(clipped(text, most));
  return std::string(clipped(text, most - end.size())) + end;
}

}  // namespace gridmark::report
