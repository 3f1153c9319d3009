#include "tests/report/example_class.h"

namespace gridmark {
namespace {

LabGrade graded(Points points, double factor, const std::string& reason) {
  LabGrade grade;
  grade.lab = "lab9";
  grade.state = GradeState::graded;
  grade.has_record = true;
  grade.points = grade.points_at_most = points;
  grade.max_points = 10;
  grade.factor = factor;
  grade.passing = points >= Points(7);
  grade.seconds = 12.5;
  grade.items = {{"one", "First line", points, 10, reason.empty() ? Outcome::passed : Outcome::wrong_answer,
                  reason, ""}};
  return grade;
}

LabGrade without(GradeState state, const std::string& why) {
  LabGrade grade;
  grade.lab = "lab9";
  grade.state = state;
  grade.why = why;
  return grade;
}

}  // namespace

ClassBook example_class() {
  ClassBook book;
  book.version = "1.0";
  book.made = "2026-10-02T06:00:00Z";
  book.seconds = 60;
  book.labs = {{"lab9", "Lab nine", 10, true, 0.7}};
  LabGrade ada = graded(8, 0.9, "element 7 is 3, expected 4");
  ada.late = "1 day late: 90 % of the points count";
  LabGrade dee = graded(10, 1, "");
  book.students = {
      {{"ada", "Ada Lovelace", "ada@x", "", "red", 0, {}}, {ada}},
      {{"bo", "=HYPERLINK(\"x\")", "bo@x", "", "", 0, {}}, {without(GradeState::error, "no sandbox")}},
      {{"cy", "Cy", "", "", "", 0, {}}, {without(GradeState::nothing, "the repository is empty")}},
      {{"dee", "<script>alert(1)</script>\x1b[2J", "", "", "", 0, {}}, {dee}}};
  return book;
}

}  // namespace gridmark
