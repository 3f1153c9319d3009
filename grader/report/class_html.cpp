#include "grader/report/class_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "grader/core/number_text.h"
#include "grader/report/class_charts.h"
#include "grader/report/gradebook.h"
#include "grader/report/html_style.h"
#include "grader/report/html_text.h"

namespace gridmark {
namespace {

using namespace html;

constexpr std::size_t most_failures = 10;
constexpr std::size_t most_slow = 5;
constexpr std::size_t most_named = 6;

std::string head(const ClassBook& book) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{} "
      "submissions</title>\n<style>{}{}</style>\n</head>\n",
      book.students.size(), style(), chart_style());
}

/// A link to the staff's page of a grade, as this page is theirs; ids and labs hold nothing that a path would
/// have to escape but what escaped() does.
std::string report_link(const std::string& student, const std::string& lab, const std::string& words) {
  return fmt::format("<a href=\"{}/{}/staff.html\">{}</a>", escaped(student), escaped(lab), words);
}

std::string number(const std::string& value, const char* words) {
  return fmt::format("<div><b>{}</b><span class=\"soft\">{}</span></div>", value, words);
}

std::string numbers(const LabStatistics& seen, const LabHeading& lab, std::size_t students) {
  std::string html = number(fmt::format("{} of {}", seen.graded, students), "graded");
  if (seen.graded > 0) {
    html += number(fmt::format("{:.0f} %", 100.0 * seen.passing / seen.graded), "passing, before lateness");
    html += number(number_text(seen.median), "median, after lateness") +
            number(number_text(seen.mean), "mean") + number(points_text(lab.max_points), "points at most");
  }
  return element("div", "numbers", html);
}

std::string named(const std::vector<std::string>& students, const std::string& lab) {
  std::string html;
  for (std::size_t i = 0; i < students.size() && i < most_named; ++i)
    html += (i == 0 ? "" : ", ") + report_link(students[i], lab, escaped(students[i]));
  return html +
         (students.size() > most_named ? fmt::format(" and {} more", students.size() - most_named) : "");
}

std::string lines_of(const CommonFailure& one) {
  const std::size_t others = one.lines.size() - 1;
  const std::string more = others == 0 ? "" : fmt::format(" and {} more", others);
  return escaped(one.lines.front() + more);
}

std::string failures(const LabStatistics& seen, const LabHeading& lab) {
  std::string rows;
  for (std::size_t i = 0; i < seen.failures.size() && i < most_failures; ++i) {
    const CommonFailure& one = seen.failures[i];
    rows += fmt::format(
        "<tr><td class=\"number\">{}</td><td>{}</td><td class=\"reason\">{}</td><td>{}</td></tr>\n",
        one.students.size(), lines_of(one), escaped(one.reason), named(one.students, lab.name));
  }
  if (rows.empty()) return "";
  return element("h3", "", "Most common failures") +
         "<div class=\"card scroll\" tabindex=\"0\"><table><thead><tr><th "
         "class=\"number\">students</th><th>lines</th>"
         "<th>what the first of them was told</th><th>who</th></tr></thead>\n" +
         rows + "</table></div>";
}

std::string slowest(const ClassBook& book, std::size_t lab) {
  std::vector<std::pair<double, std::string>> all;
  for (const StudentGrades& row : book.students)
    if (lab < row.labs.size() && row.labs[lab].has_record)
      all.emplace_back(row.labs[lab].seconds, row.student.id);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (all.empty()) return "";
  std::string html;
  for (std::size_t i = 0; i < all.size() && i < most_slow; ++i)
    html +=
        fmt::format("{}{} {:.0f} s", i == 0 ? "" : ", ",
                    report_link(all[i].second, book.labs[lab].name, escaped(all[i].second)), all[i].first);
  return element("p", "soft", "Slowest to grade, wall time measured: " + html);
}

std::string lab_section(const ClassBook& book, std::size_t lab) {
  const LabHeading& heading = book.labs[lab];
  const LabStatistics seen = statistics_of(book, lab);
  std::string html =
      element("h2", "", escaped(heading.title) + " " + element("code", "soft", escaped(heading.name)));
  html += "<section class=\"card\">" + numbers(seen, heading, book.students.size()) +
          (seen.graded > 0 ? distribution(seen, heading.max_points) : "") + slowest(book, lab) +
          "</section>\n";
  if (seen.graded == 0) return html;
  return html + element("h3", "", "Lines of the rubric") + item_bars(seen) + failures(seen, heading);
}

/// One reason to look at submissions, and those that have it.
struct Concern {
  const char* words;
  const char* kind;
  bool (*has)(const LabGrade&);
};

constexpr std::array concerns{
    Concern{"the grader could not grade", "bad",
            [](const LabGrade& one) { return one.state == GradeState::error; }},
    Concern{
        "a line waits for review", "part",
        [](const LabGrade& one) { return one.state == GradeState::graded && one.waiting_for_review() > 0; }},
    Concern{"a timed line waits for a quieter machine", "part",
            [](const LabGrade& one) { return one.state == GradeState::graded && one.deferred() > 0; }},
    Concern{"nothing to grade", "idle", [](const LabGrade& one) { return one.state == GradeState::nothing; }},
    Concern{"not graded yet", "idle", [](const LabGrade& one) { return one.state == GradeState::pending; }}};

/// Open where it is short enough to be read at once.
std::string concern_section(const ClassBook& book, const Concern& concern) {
  constexpr int most_open = 12;
  std::string rows;
  int count = 0;
  for (const StudentGrades& row : book.students)
    for (const LabGrade& grade : row.labs) {
      if (!concern.has(grade)) continue;
      ++count;
      const std::string who = grade.has_record
                                  ? report_link(row.student.id, grade.lab, escaped(row.student.id))
                                  : escaped(row.student.id);
      rows += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td><td class=\"reason\">{}</td></tr>\n",
                          who, escaped(grade.lab), escaped(state_words(grade)));
    }
  if (count == 0) return "";
  return fmt::format(
      "<details{}><summary><span class=\"title {}\">{}: {}</span></summary><div class=\"body scroll\" "
      "tabindex=\"0\">"
      "<table class=\"rows\">\n{}</table></div></details>\n",
      count <= most_open ? " open" : "", concern.kind, concern.words, count, rows);
}

/// What a person should look at before grades go out.
std::string attention(const ClassBook& book) {
  std::string sections;
  for (const Concern& concern : concerns) sections += concern_section(book, concern);
  return sections.empty() ? ""
                          : element("h2", "", "Look at these first") + element("div", "card list", sections);
}

std::string grade_cells(const StudentGrades& row, const LabGrade& grade) {
  if (!grade.has_record)
    return "<td class=\"number idle\">\u2013</td><td class=\"soft\">" + std::string(name_of(grade.state)) +
           "</td>";
  const char* kind = grade.state != GradeState::graded ? "idle" : grade.passing ? "good" : "bad";
  std::string words = escaped(grade.late);
  if (!grade.final()) words += std::string(words.empty() ? "" : "; ") + "not yet final";
  return fmt::format("<td class=\"number {}\">{}</td><td class=\"soft\">{}</td>", kind,
                     report_link(row.student.id, grade.lab, points_text(grade.counted())), words);
}

std::string students(const ClassBook& book) {
  std::string heads = "<th>student</th><th>name</th>", rows;
  for (const LabHeading& lab : book.labs)
    heads += fmt::format("<th class=\"number\">{}</th><th></th>", escaped(lab.name));
  for (const StudentGrades& row : book.students) {
    rows +=
        "<tr>" + element("td", "", escaped(row.student.id)) + element("td", "", escaped(row.student.name));
    for (const LabGrade& grade : row.labs) rows += grade_cells(row, grade);
    rows += "</tr>\n";
  }
  return element("h2", "", "Students") + "<div class=\"card scroll\" tabindex=\"0\"><table><thead><tr>" +
         heads + "</tr></thead>\n" + rows + "</table></div>";
}

}  // namespace

std::string print_class_html(const ClassBook& book) {
  std::string html =
      head(book) + "<body>\n<main>\n" + element("h1", "", "The class") +
      element("p", "soft",
              fmt::format("{} students · {} · gridmark {} · batch of {:.0f} s, {} at a time",
                          book.students.size(), escaped(book.made), escaped(book.version), book.seconds,
                          book.jobs)) +
      (book.compared ? element("p", "", "<a href=\"similarity.html\">Submissions that are alike</a>") : "") +
      attention(book);
  for (std::size_t lab = 0; lab < book.labs.size(); ++lab) html += lab_section(book, lab);
  return html + students(book) + "</main>\n</body>\n</html>\n";
}

}  // namespace gridmark
