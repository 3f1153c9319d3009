#include "grader/load/load_manual.h"

#include <gtest/gtest.h>

namespace gridmark::load {
namespace {

Rubric graded_by_hand() {
  Item analysis{"report_analysis", "Analysis", 2, {}, {}, {}};
  analysis.manual = true;
  const Item tested{"tested", "Tested", 1, {}, {"A.*"}, {}};
  Rubric made;
  made.lab = "lab9";
  made.criteria = {{"report", "Report", {analysis, tested}}};
  return made;
}

std::string manual_complaint(const std::string& text) {
  const auto points = parse_manual(text, "manual.csv", graded_by_hand());
  return points ? "no complaint" : message_of(points.error());
}

const std::string manual_head = "submission,item,points,by,comment\n";

TEST(LoadManual, ReadsRowsWithPoints) {
  const auto points = parse_manual(
      "\xef\xbb\xbfitem,Submission,comment,points,by\r\n"
      "report_analysis,a/b,\"good, short\",1.5,Ada\r\n"
      "report_analysis,a/c,,,\r\n",
      "m.csv", graded_by_hand());
  ASSERT_TRUE(points) << message_of(points.error());
  ASSERT_EQ(points->size(), 1u);
  EXPECT_EQ(points->front(), (ManualPoints{"a/b", "report_analysis", 1.5, "Ada", "good, short"}));
}

TEST(LoadManual, EachBrokenRowIsNamedByLineAndColumn) {
  ASSERT_EQ(manual_complaint(manual_head + "a,report_analysis,2,,\n"), "no complaint");
  EXPECT_EQ(manual_complaint("submission;item;points\n"),
            "manual.csv:1:11: found semicolons between the columns, expected commas");
  EXPECT_EQ(manual_complaint("submission,item,point\n"),
            "manual.csv:1:17: found the column \"point\", expected submission, item, points, by or comment; "
            "did you mean "
            "\"points\"?");
  EXPECT_EQ(manual_complaint("submission,item\n"),
            "manual.csv:1:1: found no column \"points\", expected one");
  EXPECT_EQ(manual_complaint("item,item,submission,points\n"),
            "manual.csv:1:6: found the column \"item\" twice, expected it once");
  EXPECT_EQ(
      manual_complaint(manual_head + "a,report_analysys,1,,\n"),
      "manual.csv:2:3: found the item \"report_analysys\", expected one that is graded by hand; did you mean "
      "\"report_analysis\"?");
  EXPECT_EQ(manual_complaint(manual_head + "a,tested,1,,\n"),
            "manual.csv:2:3: found the item \"tested\", expected one that is graded by hand; known: "
            "report_analysis");
  EXPECT_EQ(manual_complaint(manual_head + ",report_analysis,1,,\n"),
            "manual.csv:2:1: found no submission, expected the name of one");
  const std::string wanted = ", expected points of report_analysis, 0 to 2, with a decimal point";
  for (const char* points : {"2.5", "-1", "two", "nan", "0x1", "\"1,5\""})
    EXPECT_TRUE(manual_complaint(manual_head + "a,report_analysis," + points + ",,\n").ends_with(wanted))
        << points;
  EXPECT_EQ(manual_complaint(manual_head + "a,report_analysis,0.333,,\n"),
            "manual.csv:2:19: found \"0.333\", expected points in steps of 0.01");
  EXPECT_EQ(
      manual_complaint(manual_head + "a,report_analysis,1,,\nb,report_analysis,1,,\na,report_analysis,2,,\n"),
      "manual.csv:4:1: found \"a\" and report_analysis twice, first in line 2");
}

TEST(LoadManual, ASubmissionIsItsNameOrItsLastFolder) {
  const std::vector<std::string> names{"hw/anna/lab1", "hw/ben", "old/ben/"};
  EXPECT_EQ(meant_submission("hw/anna/lab1", names, "m.csv").value(), "hw/anna/lab1");
  EXPECT_EQ(meant_submission("lab1", names, "m.csv").value(), "hw/anna/lab1");
  EXPECT_EQ(message_of(meant_submission("ben", names, "m.csv").error()),
            "m.csv: found the submission \"ben\", which matches \"hw/ben\" and \"old/ben/\", expected the "
            "full name");
  EXPECT_EQ(message_of(meant_submission("hw/bean", names, "m.csv").error()),
            "m.csv: found no submission \"hw/bean\"; did you mean \"hw/ben\"?");
}

TEST(LoadManual, AllFaultsAreNamedAtOnce) {
  const auto points = parse_manual(manual_head +
                                       "a,report_analysis,3,,\n"
                                       "b,tested,1,,\n"
                                       "c,report_analysis,1,Ada\n"
                                       "d,report_analysis,2,,\n",
                                   "manual.csv", graded_by_hand());
  ASSERT_FALSE(points);
  EXPECT_EQ(points.error().where, "manual.csv:2:19");
  ASSERT_EQ(points.error().more.size(), 2u);
  EXPECT_EQ(points.error().more[0].substr(0, 38), "manual.csv:3:3: found the item \"tested");
  EXPECT_EQ(points.error().more[1].substr(0, 37), "manual.csv:4:21: found 4 cells, expec");
}

}  // namespace
}  // namespace gridmark::load
