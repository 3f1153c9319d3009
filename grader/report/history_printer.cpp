#include "grader/report/history_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "grader/core/number_text.h"
#include "grader/report/gradebook.h"
#include "grader/report/text.h"
#include "protocol/write_json.h"

namespace gridmark::report {
namespace {

using HistoryJson = nlohmann::ordered_json;

std::string counted_words(const LabGrade& grade) {
  if (!grade.has_points()) return "no points";
  std::string words =
      range_text(grade.counted(), grade.counted_at_most()) + " of " + points_text(grade.max_points);
  if (!grade.late.empty() && !grade.adjusted.waived) words += " (" + grade.late + ")";
  return words;
}

/// "14 of 20 before, 14.5 of 20 now", or another text if the event changed no points.
std::string before_and_now(const LabGrade* before, const LabGrade& now) {
  const std::string words = counted_words(now);
  const std::string was = before == nullptr ? words : counted_words(*before);
  return was == words ? words : was + " before, " + words + " now";
}

const ItemGrade* item_of(const LabGrade* grade, const std::string& id) {
  if (grade == nullptr) return nullptr;
  for (const ItemGrade& item : grade->items)
    if (item.id == id) return &item;
  return nullptr;
}

/// Items of both grades whose points differ. A first grade has none, because its record lists all items.
std::string changed_items(const LabGrade* before, const LabGrade& now) {
  std::string lines;
  for (const ItemGrade& item : now.items) {
    const ItemGrade* was = item_of(before, item.id);
    if (was == nullptr || (was->points == item.points && was->max_points == item.max_points)) continue;
    lines +=
        fmt::format("    {}  {} of {} before, {} of {} now{}\n", printable(item.id), points_text(was->points),
                    points_text(was->max_points), points_text(item.points), points_text(item.max_points),
                    item.reason.empty() ? "" : ": " + printable(item.reason));
  }
  return lines;
}

std::string attempt_words(const LabGrade& grade) {
  std::string words = fmt::format("attempt {}", grade.attempt);
  if (!grade.commit.empty())
    words +=
        fmt::format(", commit {} of {}", printable(grade.commit.substr(0, 12)), printable(grade.committed));
  return words;
}

std::string event_line(const CourseEvent& event, const LabGrade* before) {
  std::string line = fmt::format("{}  {:<11}  ", printable(event.at), name_of(event.kind));
  if (event.grade) line += before_and_now(before, *event.grade);
  line += "\n";
  if (event.grade && event.kind == EventKind::graded) line += "    " + attempt_words(*event.grade) + "\n";
  if (event.grade && event.grade->state != GradeState::graded)
    line += "    " + printable(state_words(*event.grade)) + "\n";
  if (event.grade) line += changed_items(before, *event.grade);
  line += fmt::format("    by {}{}\n", printable(event.author),
                      event.reason.empty() ? "" : ": " + printable(event.reason));
  return line;
}

std::string commit_line(const SeenCommit& commit) {
  std::string line = fmt::format("{}  {:<11}  commit {}, dated {}", printable(commit.seen), "first seen",
                                 printable(commit.id.substr(0, 12)), printable(commit.committed));
  if (!commit.not_before.empty()) line += ", not there at " + printable(commit.not_before);
  if (!commit.pushed.empty()) line += ", pushed at " + printable(commit.pushed) + " by the host's record";
  return line + "\n";
}

HistoryJson event_json(const CourseEvent& event) {
  HistoryJson json = {{"number", event.number},
                      {"at", valid_utf8(event.at)},
                      {"kind", name_of(event.kind)},
                      {"author", valid_utf8(event.author)},
                      {"reason", valid_utf8(event.reason)}};
  if (event.grade) json["grade"] = json_of(*event.grade, valid_utf8);
  return json;
}

HistoryJson commit_json(const SeenCommit& commit) {
  return {{"commit", valid_utf8(commit.id)},
          {"committed", valid_utf8(commit.committed)},
          {"seen", valid_utf8(commit.seen)},
          {"not_before", valid_utf8(commit.not_before)},
          {"pushed", valid_utf8(commit.pushed)}};
}

}  // namespace

/// Prints each commit before the first event that is not earlier.
std::string print_history(const GradeHistory& history) {
  std::string text = fmt::format("{}, {}\n\n", printable(history.student), printable(history.lab));
  auto commit = history.commits.begin();
  const LabGrade* before = nullptr;
  for (const CourseEvent& event : history.events) {
    for (; commit != history.commits.end() && commit->seen <= event.at; ++commit)
      text += commit_line(*commit);
    text += event_line(event, before);
    if (event.grade) before = &*event.grade;
  }
  for (; commit != history.commits.end(); ++commit) text += commit_line(*commit);
  if (before != nullptr)
    text += "\nNow: " + counted_words(*before) + ", " + printable(state_words(*before)) + ".\n";
  return text;
}

std::string print_history_json(const GradeHistory& history) {
  HistoryJson events = HistoryJson::array(), commits = HistoryJson::array();
  for (const CourseEvent& event : history.events) events.push_back(event_json(event));
  for (const SeenCommit& commit : history.commits) commits.push_back(commit_json(commit));
  const HistoryJson all = {{"schema", "gridmark/history/v1"},
                           {"student", valid_utf8(history.student)},
                           {"lab", valid_utf8(history.lab)},
                           {"commits", std::move(commits)},
                           {"events", std::move(events)}};
  return all.dump(1) + "\n";
}

}  // namespace gridmark::report
