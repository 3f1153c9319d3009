#include "grader/report/learning_platform.h"

#include <gtest/gtest.h>

#include "tests/report/example_class.h"

namespace gridmark::report {
namespace {

std::vector<CsvRow> rows(const std::string& text) { return *parse_csv(text); }

TEST(Canvas, ItsOwnExportComesBackWithGrades) {
  const auto filled =
      fill_canvas(rows("Student,ID,SIS User ID,SIS Login ID,Section,Lab nine (771),Final Score\n"
                       "    Points Possible,,,,,10,(read only)\n"
                       "\"Lovelace, Ada\",1,ADA,a@x,A,,\n"
                       "Nobody,2,zoe,z@x,A,3,\n"
                       "Bo,3,x,bo,A,7,\n"),
                  example_class(), "export.csv");
  ASSERT_TRUE(filled) << message_of(filled.error());
  EXPECT_EQ(filled->text,
            "Student,ID,SIS User ID,SIS Login ID,Section,Lab nine (771),Final Score\r\n"
            "Points Possible,,,,,10,(read only)\r\n"
            "\"Lovelace, Ada\",1,ADA,a@x,A,7.2,\r\n"
            "Nobody,2,zoe,z@x,A,3,\r\n"
            "Bo,3,x,bo,A,7,\r\n");  // an error is not a grade, so the old value stays
  EXPECT_EQ(filled->filled, 1);
  EXPECT_EQ(filled->not_found, std::vector<std::string>{"dee"});
}

/// The message for an export that cannot be filled in.
std::string canvas_complaint(const std::string& text) {
  const auto filled = fill_canvas(rows(text), example_class(), "export.csv");
  return filled ? "no complaint" : message_of(filled.error());
}

TEST(Canvas, ItsOwnNumberIsNobodysIdWhereTheSchoolGaveOne) {
  const std::string head = "Student,ID,SIS User ID,SIS Login ID,Section,Lab nine (771)\r\n";
  const auto filled =
      fill_canvas(rows(head + "Zoe,ada,z1,zoe,A,\nTest,dee,,,A,\n"), example_class(), "export.csv");
  ASSERT_TRUE(filled) << message_of(filled.error());
  EXPECT_EQ(filled->text, head + "Zoe,ada,z1,zoe,A,\r\nTest,dee,,,A,\r\n");
  EXPECT_EQ(fill_canvas(rows(head + "Ada,ada,,,A,\n"), example_class(), "export.csv")->filled, 1);
}

TEST(Canvas, WhereItIsNotClearWhoseRowItIsNothingIsFilledIn) {
  const std::string head = "Student,ID,SIS User ID,SIS Login ID,Lab nine (771)\n";
  EXPECT_EQ(canvas_complaint(head + "Ada,1,ada,dee,\n"),
            "export.csv:2:11: names both ada and dee. Keep the one whose grade belongs there");
  EXPECT_EQ(canvas_complaint(head + "Ada,1,ada,x,\nAda too,2,y,ADA@x,\n"),
            "export.csv:3:1: has ada a second time, first in line 2. Keep one of them");
}

TEST(Canvas, WhoIsExcusedStaysSoAndAnotherScaleIsRefused) {
  const std::string head = "Student,ID,Lab nine (771)\n";
  EXPECT_EQ(fill_canvas(rows(head + "Ada,ada,EX\n"), example_class(), "export.csv")->filled, 0);
  EXPECT_EQ(
      canvas_complaint(head + "    Points Possible,,100\n"),
      "export.csv:2:22: counts lab9 out of 100 points, and the lab has 10. Change it there and export again");
}

TEST(Canvas, AMissingColumnNamesThoseThereAre) {
  const auto refused = fill_canvas(rows("Student,ID,Lab 9 (771)\nAda,ada,\n"), example_class(), "export.csv");
  ASSERT_FALSE(refused);
  EXPECT_EQ(message_of(refused.error()),
            "export.csv:1:1: has no column \"Lab nine\" or \"lab9\"; known: Lab 9. Give the assignment this "
            "name in Canvas and export again");
  EXPECT_FALSE(fill_canvas(rows("Name,Lab nine (1)\nAda,\n"), example_class(), "export.csv"));
}

TEST(Canvas, AllThatIsWrongIsSaidAtOnce) {
  const auto refused = fill_canvas(rows("Student,ID,SIS User ID,SIS Login ID,Lab nine (771)\n"
                                        "    Points Possible,,,,100\n"
                                        "Ada,1,ada,dee,\n"
                                        "Bo,2,bo,x,\n"
                                        "Bo,3,bo,y,\n"),
                                   example_class(), "export.csv");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where, "export.csv:2:24");
  EXPECT_EQ(refused.error().more,
            (std::vector<std::string>{
                "export.csv:3:11: names both ada and dee. Keep the one whose grade belongs there",
                "export.csv:5:1: has bo a second time, first in line 4. Keep one of them"}));
}

TEST(Moodle, TheWorksheetsWayToWriteNumbersStays) {
  const auto filled = fill_moodle(rows("Identifier,Full name,Email address,Grade,Maximum Grade\n"
                                       "Participant 7,Ada,ada@x,,\"10,00\"\n"
                                       "Participant 8,Bo,bo@x,\"1,50\",\"10,00\"\n"),
                                  example_class(), 0, "sheet.csv");
  ASSERT_TRUE(filled) << message_of(filled.error());
  EXPECT_EQ(filled->text,
            "Identifier,Full name,Email address,Grade,Maximum Grade\r\n"
            "Participant 7,Ada,ada@x,\"7,2\",\"10,00\"\r\n"
            "Participant 8,Bo,bo@x,\"1,50\",\"10,00\"\r\n");
}

TEST(Moodle, AnIdOutOfADownloadIsItsParticipant) {
  ClassBook book = example_class();
  book.students[0].student = {"Ada-Lovelace_77", "Ada Lovelace", "", "", "", 0, {}};
  const auto filled =
      fill_moodle(rows("Identifier,Full name,Grade\nParticipant 77,Ada Lovelace,\nParticipant 7,X,\n"), book,
                  0, "sheet.csv");
  ASSERT_TRUE(filled) << message_of(filled.error());
  EXPECT_EQ(filled->text,
            "Identifier,Full name,Grade\r\nParticipant 77,Ada Lovelace,7.2\r\nParticipant 7,X,\r\n");
}

TEST(Moodle, AnAddressThatTwoHaveIsNobodys) {
  ClassBook book = example_class();
  book.students[1].student.email = "ADA@x";
  const std::string head = "Identifier,Email address,Grade,Maximum Grade\n";
  const auto filled = fill_moodle(rows(head + "Participant 7,ada@x,,\"10,00\"\n"), book, 0, "sheet.csv");
  ASSERT_TRUE(filled) << message_of(filled.error());
  EXPECT_EQ(filled->filled, 0);
  EXPECT_FALSE(fill_moodle(rows(head + "Participant 7,ada@x,,\"100,00\"\n"), book, 0, "sheet.csv"));
}

}  // namespace
}  // namespace gridmark::report
