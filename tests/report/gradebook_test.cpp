#include "grader/report/gradebook.h"

#include <gmock/gmock.h>

#include "grader/core/class_statistics.h"
#include "grader/report/batch_printer.h"
#include "grader/report/class_html.h"
#include "grader/report/learning_platform.h"
#include "tests/report/example_class.h"

namespace gridmark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Gradebook, LatenessIsTakenOffAndWhatIsNoGradeIsNoZero) {
  EXPECT_EQ(print_gradebook(example_class()),
            "id,name,email,group,lab9,lab9 of,lab9 state,lab9 late,total\r\n"
            "ada,Ada Lovelace,ada@x,red,7.2,10,graded,1 day late: 90 % of the points count,7.2\r\n"
            "bo,\"'=HYPERLINK(\"\"x\"\")\",bo@x,,,,error: no sandbox,,\r\n"
            "cy,Cy,,,,,nothing to grade: the repository is empty,,\r\n"
            "dee,<script>alert(1)</script>\\x1b[2J,,,10,10,graded,,10\r\n");
}

TEST(ClassStatistics, CountWhatHasARecord) {
  ClassBook book = example_class();
  book.students.push_back(book.students[0]);
  book.students.back().student.id = "eve";
  book.students.back().labs[0].items[0].reason = "element 9 is 1, expected 2";
  const LabStatistics seen = statistics_of(book, 0);
  EXPECT_EQ(seen.graded, 3);
  EXPECT_EQ(seen.bins, (std::array<int, 10>{0, 0, 0, 0, 0, 0, 0, 2, 0, 1}));
  EXPECT_DOUBLE_EQ(seen.median, 7.2);
  EXPECT_EQ(seen.items.at(0).full, 1);
  EXPECT_EQ(seen.items.at(0).part, 2);
  ASSERT_EQ(seen.failures.size(), 1u);  // one mistake with two numbers
  EXPECT_EQ(seen.failures[0].students, (std::vector<std::string>{"ada", "eve"}));
}

TEST(ClassStatistics, AFailureIsACauseAndCountsAStudentOnce) {
  ClassBook book = example_class();
  LabGrade& ada = book.students[0].labs[0];
  const Points none = 0, one = 1;
  ada.items = {{"sum", "Sum", none, one, Outcome::build_failed, "sum.cu does not compile", ""},
               {"scan", "Scan", none, one, Outcome::build_failed, "sum.cu does not compile", ""},
               {"speed", "Speed", none, one, Outcome::build_failed, "needs full points in sum first", "sum"}};
  const LabStatistics seen = statistics_of(book, 0);
  ASSERT_EQ(seen.failures.size(), 1u);
  EXPECT_EQ(seen.failures[0].items, (std::vector<std::string>{"Sum", "Scan"}));
  EXPECT_EQ(seen.failures[0].students, (std::vector<std::string>{"ada"}));
  EXPECT_THAT(print_class_html(book), HasSubstr("<td>Sum and 1 more</td>"));
}

TEST(ClassPage, IsOnePageThatNoNameBreaks) {
  const std::string html = print_class_html(example_class());
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(html, HasSubstr("<a href=\"ada/lab9/staff.html\">"));
  EXPECT_THAT(html, HasSubstr("no sandbox"));
  for (const char* outside : {"http:", "https:", "src=", "url("}) EXPECT_THAT(html, Not(HasSubstr(outside)));
}

TEST(Gradebook, WhatMayStillChangeIsNotYetFinal) {
  ClassBook book = example_class();
  LabGrade& ada = book.students[0].labs[0];
  EXPECT_EQ(state_words(ada), "graded");
  ada.items.push_back({"speed", "Timed", 0, 2, Outcome::deferred, "the machine is restless", ""});
  ada.points_at_most = ada.points + Points(2);
  EXPECT_EQ(state_words(ada), "not yet final; 1 timed item waits for a quieter machine; up to 9");
  EXPECT_THAT(print_gradebook(book), HasSubstr("not yet final; 1 timed item"));
  EXPECT_THAT(print_summary(book), HasSubstr("\"final\": false"));
  EXPECT_THAT(print_class_html(book), HasSubstr("a timed item waits for a quieter machine: 1"));
  EXPECT_EQ(statistics_of(book, 0).items.at(1).open, 1) << "neither lost nor earned";
  ada.items.pop_back();
  EXPECT_EQ(state_words(ada), "not yet final; a person has yet to give points: up to 9");
}

TEST(Gradebook, LatenessTakesItsPartOfWhatIsOpenToo) {
  ClassBook book = example_class();
  LabGrade& ada = book.students[0].labs[0];
  ada.points_at_most = 10, ada.factor = 0.8;
  EXPECT_THAT(print_gradebook(book),
              HasSubstr("ada,Ada Lovelace,ada@x,red,6.4,10,not yet final; a person has yet to "
                        "give points: up to 8,"));
  EXPECT_THAT(print_summary(book), HasSubstr("\"counted_at_most\": 8"));
  EXPECT_THAT(print_class_html(book), HasSubstr(">6.4-8</a>"));
}

/// Three of the class were graded before an item of two points was removed.
ClassBook with_two_maxima() {
  ClassBook book = example_class();
  for (const char* id : {"eve", "fay", "gil"}) {
    book.students.push_back(book.students[0]);
    book.students.back().student.id = id;
    book.students.back().labs[0].max_points = 12;
  }
  return book;
}

TEST(Gradebook, PointsOutOfAnotherSumAreSaidLoudly) {
  EXPECT_THAT(
      print_gradebook(with_two_maxima()),
      HasSubstr(
          "eve,Ada Lovelace,ada@x,red,7.2,12,\"graded; scored out of 12 points, and the lab has 10: run "
          "gridmark rescore\""));
  EXPECT_THAT(print_class_html(with_two_maxima()),
              HasSubstr("scored by a rubric with another sum of points: run gridmark rescore: 3"));
  EXPECT_THAT(
      print_batch_end(with_two_maxima()),
      HasSubstr("Two maxima: 3 of lab9 scored out of 12 points, and the lab has 10: eve, fay, gil\n"));
  EXPECT_THAT(print_batch_end(example_class()), Not(HasSubstr("maxima")));
}

TEST(Gradebook, PointsOutOfAnotherSumAreInNoLearningPlatform) {
  const auto canvas =
      fill_canvas(*parse_csv("Student,ID,Lab nine (771)\nAda,ada,\n"), with_two_maxima(), "x.csv");
  ASSERT_FALSE(canvas);
  EXPECT_EQ(message_of(canvas.error()),
            "x.csv:1:12: cannot be filled in: 3 of lab9 scored out of 12 points, and the lab has 10: eve, "
            "fay, gil. Run gridmark rescore RESULTS, then this command again");
  const auto moodle = fill_moodle(*parse_csv("Email address,Grade\nada@x,\n"), with_two_maxima(), 0, "x.csv");
  EXPECT_FALSE(moodle);
}

TEST(Gradebook, WhatPersonsDecidedIsThere) {
  ClassBook book = example_class();
  LabGrade& ada = book.students[0].labs[0];
  ada.factor = 0.5;
  ada.adjusted = {Points(9), Points(1), false, true};
  EXPECT_THAT(print_gradebook(book),
              HasSubstr("10,10,graded; 9 points by a person; bonus of 1; lateness waived,"));
  EXPECT_THAT(print_class_html(book), HasSubstr("9 points by a person; bonus of 1; lateness waived"));
  ada.adjusted = {std::nullopt, Points(0), true, false};
  EXPECT_THAT(print_gradebook(book), HasSubstr("graded; excused,"));
}

TEST(Gradebook, ACourseIsARangeAndAStanding) {
  ClassBook book = example_class();
  book.course = Course{"C", 5, "", {{"lab9", 10, LabKind::core}, {"lab10", 10, LabKind::core}}};
  for (StudentGrades& row : book.students) row.total = course_total(*book.course, row.labs);
  EXPECT_THAT(print_gradebook(book), HasSubstr("total,course,course at most,course standing"));
  EXPECT_THAT(print_gradebook(book), HasSubstr(",7.2,17.2,passes"));
  EXPECT_THAT(print_gradebook(book), HasSubstr("open: depends on lab9, lab10"));
  EXPECT_THAT(print_class_html(book), HasSubstr("depend on open items"));
  EXPECT_THAT(print_summary(book), HasSubstr("\"standing\": \"passes\""));
}

TEST(ClassPage, AClassWithoutAGradeIsAPageToo) {
  ClassBook book = example_class();
  for (StudentGrades& row : book.students) row.labs[0] = LabGrade{};
  EXPECT_THAT(print_class_html(book), HasSubstr("0 of 4"));
}

}  // namespace
}  // namespace gridmark::report
