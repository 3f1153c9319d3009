#include "grader/report/class_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "grader/core/number_text.h"
#include "grader/report/class_charts.h"
#include "grader/report/gradebook.h"
#include "grader/report/html_template.h"

namespace gridmark::report {
namespace {

using namespace html;

constexpr std::size_t most_failures = 10;
constexpr std::size_t most_slow = 5;
constexpr std::size_t most_named = 6;

Data numbers(const LabStatistics& seen, const LabHeading& lab, std::size_t students) {
  const auto number = [](const std::string& value, const char* words) {
    return Data{{"value", value}, {"words", words}};
  };
  Data all = Data::array({number(fmt::format("{} of {}", seen.graded, students), "graded")});
  if (seen.graded == 0) return all;
  all.push_back(
      number(fmt::format("{:.0f} %", 100.0 * seen.passing / seen.graded), "passing, before lateness"));
  all.push_back(number(number_text(seen.median), "median, after lateness"));
  all.push_back(number(number_text(seen.mean), "mean"));
  all.push_back(number(points_text(lab.max_points), "points at most"));
  return all;
}

std::string lines_of(const CommonFailure& one) {
  const std::size_t others = one.items.size() - 1;
  return one.items.front() + (others == 0 ? "" : fmt::format(" and {} more", others));
}

Data failure_data(const CommonFailure& one) {
  const std::size_t named = std::min(one.students.size(), most_named), others = one.students.size() - named;
  return {{"count", one.students.size()},
          {"lines", lines_of(one)},
          {"reason", one.reason},
          {"named", separated(std::span(one.students).first(named))},
          {"others", others == 0 ? "" : std::to_string(others)}};
}

Data slowest(const ClassBook& book, std::size_t lab) {
  std::vector<std::pair<double, std::string>> all;
  for (const StudentGrades& row : book.students)
    if (lab < row.labs.size() && row.labs[lab].has_record)
      all.emplace_back(row.labs[lab].seconds, row.student.id);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  all.resize(std::min(all.size(), most_slow));
  return list_of(all, [&](const auto& one) {
    return Data{{"more", &one != &all.front()},
                {"student", one.second},
                {"seconds", fmt::format("{:.0f}", one.first)}};
  });
}

Data lab_data(const ClassBook& book, std::size_t lab) {
  const LabHeading& heading = book.labs[lab];
  const LabStatistics seen = statistics_of(book, lab);
  const std::span failures = std::span(seen.failures).first(std::min(seen.failures.size(), most_failures));
  return {{"title", heading.title},
          {"lab", heading.name},
          {"numbers", numbers(seen, heading, book.students.size())},
          {"graded", seen.graded > 0},
          {"bins", distribution(seen, heading.max_points)},
          {"slowest", slowest(book, lab)},
          {"items", item_bars(seen)},
          {"failures", list_of(failures, failure_data)}};
}

/// One reason to look at submissions, and the submissions that have it.
struct Concern {
  const char* words;
  const char* kind;
  bool (*has)(const LabGrade&, const LabHeading&);
};

constexpr std::array concerns{
    Concern{"scored by a rubric with another sum of points: run gridmark rescore", "bad", of_other_maximum},
    Concern{"the grader could not grade", "bad",
            [](const LabGrade& one, const LabHeading&) { return one.state == GradeState::error; }},
    Concern{"an item waits for review", "part",
            [](const LabGrade& one, const LabHeading&) {
              return one.state == GradeState::graded && one.waiting_for_review() > 0;
            }},
    Concern{"hand-given points are for earlier files", "part",
            [](const LabGrade& one, const LabHeading&) {
              return one.state == GradeState::graded && one.given_before() > 0;
            }},
    Concern{"a timed item waits for a quieter machine", "part",
            [](const LabGrade& one, const LabHeading&) {
              return one.state == GradeState::graded && one.deferred() > 0;
            }},
    Concern{"nothing to grade", "idle",
            [](const LabGrade& one, const LabHeading&) { return one.state == GradeState::nothing; }},
    Concern{"not graded yet", "idle",
            [](const LabGrade& one, const LabHeading&) { return one.state == GradeState::pending; }}};

/// The submissions with this reason. The list is open if it is short enough to read at once.
Data concern_data(const ClassBook& book, const Concern& concern) {
  constexpr std::size_t most_open = 12;
  Data rows = Data::array();
  for (const StudentGrades& row : book.students)
    for (std::size_t lab = 0; lab < row.labs.size(); ++lab)
      if (const LabGrade& grade = row.labs[lab]; concern.has(grade, book.labs[lab]))
        rows.push_back({{"student", row.student.id},
                        {"linked", grade.has_record},
                        {"lab", grade.lab},
                        {"state", state_words(grade, book.labs[lab])}});
  return {{"words", concern.words},
          {"kind", concern.kind},
          {"count", rows.size()},
          {"open", rows.size() <= most_open},
          {"rows", std::move(rows)}};
}

/// The points that a person should check before grades are published.
Data attention(const ClassBook& book) {
  Data all = Data::array();
  for (const Concern& concern : concerns)
    if (Data one = concern_data(book, concern); !one["rows"].empty()) all.push_back(std::move(one));
  return all;
}

Data grade_data(const LabGrade& grade) {
  std::string words = grade.late;
  const auto add = [&](const std::string& more) {
    words += words.empty() || more.empty() ? more : "; " + more;
  };
  add(adjustment_words(grade.adjusted));
  if (!grade.has_points()) {
    add(std::string(name_of(grade.state)));
    return {{"points", ""}, {"words", words}};
  }
  if (!grade.final()) add("not yet final");
  return {{"points", range_text(grade.counted(), grade.counted_at_most())},
          {"kind", grade.state != GradeState::graded ? "idle"
                   : grade.passing                   ? "good"
                                                     : "bad"},
          {"lab", grade.lab},
          {"words", words}};
}

Data total_data(const CourseTotal& total) {
  return {{"points", range_text(total.total, total.total_at_most)},
          {"kind", total.standing == CourseStanding::passes  ? "good"
                   : total.standing == CourseStanding::fails ? "bad"
                                                             : "idle"},
          {"words", std::string(name_of(total.standing))},
          {"why", course_standing_words(total)}};
}

Data student_data(const ClassBook& book, const StudentGrades& row) {
  return {{"student", row.student.id},
          {"name", row.student.name},
          {"grades", list_of(row.labs, grade_data)},
          {"total", book.course ? total_data(row.total) : Data()}};
}

/// The number of students who pass for certain, depend on open items, or fail.
Data course_data(const ClassBook& book) {
  if (!book.course) return {};
  Data all = Data::array();
  for (const auto& [standing, words] : {std::pair{CourseStanding::passes, "pass for certain"},
                                        std::pair{CourseStanding::open, "depend on open items"},
                                        std::pair{CourseStanding::fails, "cannot pass any more"}}) {
    const auto count =
        std::count_if(book.students.begin(), book.students.end(),
                      [&, wanted = standing](const auto& row) { return row.total.standing == wanted; });
    all.push_back({{"value", std::to_string(count)}, {"words", words}});
  }
  all.push_back({{"value", points_text(book.course->pass_mark)}, {"words", "points of core labs to pass"}});
  return {{"title", book.course->title}, {"numbers", std::move(all)}};
}

}  // namespace

std::string print_class_html(const ClassBook& book) {
  Data labs = Data::array();
  for (std::size_t lab = 0; lab < book.labs.size(); ++lab) labs.push_back(lab_data(book, lab));
  return filled("class.html", {{"page_title", fmt::format("{} submissions", book.students.size())},
                               {"count", book.students.size()},
                               {"made", book.made},
                               {"version", book.version},
                               {"batch", book.seconds > 0},
                               {"batch_seconds", fmt::format("{:.0f}", book.seconds)},
                               {"jobs", book.jobs},
                               {"compared", book.compared},
                               {"concerns", attention(book)},
                               {"course", course_data(book)},
                               {"labs", std::move(labs)},
                               {"students", list_of(book.students, [&](const StudentGrades& row) {
                                  return student_data(book, row);
                                })}});
}

}  // namespace gridmark::report
