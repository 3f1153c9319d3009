#include "grader/report/gradebook.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "grader/core/csv_text.h"
#include "grader/core/number_text.h"
#include "grader/report/said_once.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

bool counts(const LabGrade& grade) { return grade.has_points() && grade.credit && !grade.adjusted.excused; }

Points total_of(const StudentGrades& row) {
  Points total;
  for (const LabGrade& grade : row.labs)
    if (counts(grade)) total += grade.counted();
  return total;
}

bool any_record(const StudentGrades& row) {
  for (const LabGrade& grade : row.labs)
    if (counts(grade)) return true;
  return false;
}

std::string gradebook_cell(const std::string& text) { return harmless(printable(text)); }

Json grade_json(const LabGrade& grade) {
  Json json = {{"lab", grade.lab}, {"state", name_of(grade.state)}, {"why", valid_utf8(grade.why)}};
  if (!grade.has_record) return json;
  json["points"] = grade.points.value();
  json["points_at_most"] = grade.points_at_most.value();
  json["max_points"] = grade.max_points.value();
  json["factor"] = grade.factor;
  json["counted"] = grade.counted().value();
  json["counted_at_most"] = grade.counted_at_most().value();
  json["late"] = grade.late;
  json["passing"] = grade.passing;
  json["commit"] = valid_utf8(grade.commit);
  json["committed"] = valid_utf8(grade.committed);
  json["attempt"] = grade.attempt;
  json["attempts"] = grade.attempts;
  json["graded_now"] = grade.fresh;
  json["waiting_for_review"] = grade.waiting_for_review();
  json["deferred"] = grade.deferred();
  json["final"] = grade.final();
  json["seconds"] = std::round(grade.seconds * 1000) / 1000;
  return json;
}

std::string behind(const std::string& words) { return words.empty() ? "" : "; " + words; }

Json course_json(const CourseTotal& total) {
  return {{"core", total.core.value()},
          {"core_at_most", total.core_at_most.value()},
          {"core_of", total.core_of.value()},
          {"total", total.total.value()},
          {"total_at_most", total.total_at_most.value()},
          {"standing", name_of(total.standing)},
          {"open", total.open}};
}

}  // namespace

std::string adjustment_words(const Adjustment& adjusted) {
  std::vector<std::string> words;
  if (adjusted.excused) words.emplace_back("excused");
  if (adjusted.points) words.push_back(fmt::format("{} by a person", points_words(*adjusted.points)));
  if (adjusted.bonus != Points(0)) words.push_back(fmt::format("bonus of {}", points_text(adjusted.bonus)));
  if (adjusted.waived) words.emplace_back("lateness waived");
  return fmt::format("{}", fmt::join(words, "; "));
}

std::string course_standing_words(const CourseTotal& total) {
  if (total.standing != CourseStanding::open) return std::string(name_of(total.standing));
  return fmt::format("open: depends on {}", fmt::join(total.open, ", "));
}

std::string state_words(const LabGrade& grade) {
  if (grade.state != GradeState::graded)
    return std::string(grade.state == GradeState::nothing ? "nothing to grade" : name_of(grade.state)) +
           (grade.why.empty() ? "" : ": " + grade.why) + behind(adjustment_words(grade.adjusted));
  std::string words = grade.final() ? "graded" : "not yet final";
  const int deferred = grade.deferred();
  if (!grade.complete) words += "; some items were left out";
  if (deferred > 0)
    words +=
        fmt::format("; {} timed item{} for a quieter machine", deferred, deferred == 1 ? " waits" : "s wait");
  if (grade.counted_at_most() > grade.counted())
    words += fmt::format("; {}up to {}", deferred > 0 ? "" : "a person has yet to give points: ",
                         points_text(grade.counted_at_most()));
  if (const int given = grade.given_before())
    words += fmt::format(
        "; points of a person for {} item{} are for earlier files: check the new files and enter the points "
        "again",
        given, given == 1 ? "" : "s");
  if (const int waiting = grade.waiting_for_review())
    words += fmt::format("; {} item{} for review", waiting, waiting == 1 ? " waits" : "s wait");
  return words + behind(adjustment_words(grade.adjusted));
}

std::string state_words(const LabGrade& grade, const LabHeading& lab) {
  if (!of_other_maximum(grade, lab)) return state_words(grade);
  return fmt::format("{}; scored out of {}, and the lab has {}: run gridmark rescore", state_words(grade),
                     points_words(grade.max_points), points_text(lab.max_points));
}

std::vector<std::string> other_maxima(const ClassBook& book, std::size_t lab) {
  WordsInCommon common;
  for (const StudentGrades& row : book.students)
    if (of_other_maximum(row.labs[lab], book.labs[lab]))
      common.add(printable(row.student.id), points_words(row.labs[lab].max_points));
  std::vector<std::string> sentences;
  for (const SharedWords& shared : common.all())
    sentences.push_back(fmt::format("{} of {} scored out of {}, and the lab has {}: {}", shared.who.size(),
                                    book.labs[lab].name, shared.words, points_text(book.labs[lab].max_points),
                                    first_of(shared.who)));
  return sentences;
}

std::string print_gradebook(const ClassBook& book) {
  std::vector<std::string> heads{"id", "name", "email", "group"};
  for (const LabHeading& lab : book.labs)
    for (const char* what : {"", " of", " state", " late"}) heads.push_back(lab.name + what);
  heads.emplace_back("total");
  if (book.course) heads.insert(heads.end(), {"course", "course at most", "course standing"});
  std::string csv = csv_line(heads);
  for (const StudentGrades& row : book.students) {
    std::vector<std::string> cells{gradebook_cell(row.student.id), gradebook_cell(row.student.name),
                                   gradebook_cell(row.student.email), gradebook_cell(row.student.group)};
    for (std::size_t lab = 0; lab < row.labs.size(); ++lab) {
      const LabGrade& grade = row.labs[lab];
      cells.push_back(grade.has_points() ? points_text(grade.counted()) : "");
      cells.push_back(grade.has_points() ? points_text(grade.max_points) : "");
      cells.push_back(gradebook_cell(state_words(grade, book.labs[lab])));
      cells.push_back(gradebook_cell(grade.late));
    }
    cells.push_back(any_record(row) ? points_text(total_of(row)) : "");
    if (book.course)
      cells.insert(cells.end(), {points_text(row.total.total), points_text(row.total.total_at_most),
                                 gradebook_cell(course_standing_words(row.total))});
    csv += csv_line(cells);
  }
  return csv;
}

std::string print_summary(const ClassBook& book) {
  Json labs = Json::array(), students = Json::array();
  for (const LabHeading& lab : book.labs)
    labs.push_back(
        {{"lab", lab.name}, {"title", valid_utf8(lab.title)}, {"max_points", lab.max_points.value()}});
  for (const StudentGrades& row : book.students) {
    Json grades = Json::array();
    for (const LabGrade& grade : row.labs) grades.push_back(grade_json(grade));
    students.push_back({{"id", valid_utf8(row.student.id)},
                        {"name", valid_utf8(row.student.name)},
                        {"group", valid_utf8(row.student.group)},
                        {"repository", valid_utf8(row.student.repository)},
                        {"grades", grades}});
    if (book.course) students.back()["course"] = course_json(row.total);
  }
  const Json all = {{"schema", "gridmark/summary/v1"},
                    {"version", book.version},
                    {"made", book.made},
                    {"seconds", std::round(book.seconds * 1000) / 1000},
                    {"jobs", book.jobs},
                    {"labs", labs},
                    {"students", students}};
  return all.dump(1) + "\n";
}

}  // namespace gridmark::report
