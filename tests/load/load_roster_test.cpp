#include "grader/load/load_roster.h"

#include <gtest/gtest.h>

namespace gridmark::load {
namespace {

Result<Roster> parsed_roster(const std::string& text) { return parse_roster(text, "roster.csv", "/course"); }

std::string roster_complaint(const std::string& text) {
  const auto roster = parsed_roster(text);
  return roster ? "no complaint" : message_of(roster.error());
}

TEST(LoadRoster, ReadsWhatSpreadsheetsSave) {
  const auto roster = parsed_roster(
      "\xef\xbb\xbfName,ID,Repository,shoe size,Extension,Group\r\n"
      "\"Ada,\n Countess\",ada,git@host:a/b.git,38,2,red\r\n"
      "=cmd,bo,repos/bo,,lab1-gpu-basics=1.5; lab2=3,\r\n"
      "Cy,cy,,,,\r\n");
  ASSERT_TRUE(roster) << message_of(roster.error());
  ASSERT_EQ(roster->size(), 3u);
  EXPECT_EQ((*roster)[0], (Student{"ada", "Ada,\n Countess", "", "git@host:a/b.git", "red", 2, {}}));
  EXPECT_EQ((*roster)[1].repository, "/course/repos/bo");
  EXPECT_EQ((*roster)[1].lab_days, (std::map<std::string, double>{{"lab1-gpu-basics", 1.5}, {"lab2", 3}}));
  EXPECT_EQ((*roster)[2].repository, "");
}

TEST(LoadRoster, WhatIsWrongIsNamedByLineAndColumn) {
  EXPECT_EQ(roster_complaint("id,repo\n"),
            "roster.csv:1:1: found no column \"repository\", expected one; known: id, repo");
  EXPECT_EQ(roster_complaint("id,repository,id\n"),
            "roster.csv:1:15: found the column \"id\" twice, expected it once");
  EXPECT_EQ(roster_complaint("id,repository\n"),
            "roster.csv:1:1: the roster has a header line but no students");
  EXPECT_EQ(roster_complaint("id,repository\nada,x\n\nada,y\n"),
            "roster.csv:4:1: found the id \"ada\" twice, first in line 2. Each student needs a different id");
  EXPECT_EQ(roster_complaint("id,repository\n../x,y\n"),
            "roster.csv:2:1: found the id \"../x\", which starts with a dot or a hyphen. An id names a "
            "folder of results: choose another one");
  EXPECT_EQ(roster_complaint("id,repository\na/b,y\n"),
            "roster.csv:2:1: found the id \"a/b\", which has a character other than letters, digits and . _ "
            "@ + -. An id names a folder of results: choose another one");
  EXPECT_EQ(roster_complaint("id,repository\nada,x\nGradebook.csv,y\n"),
            "roster.csv:3:1: found the id \"Gradebook.csv\", which is the name of a file that a batch writes "
            "in the results folder. An id names a folder of results: choose another one");
  EXPECT_EQ(roster_complaint("id,repository\nada,--upload-pack=x\n"),
            "roster.csv:2:5: found \"--upload-pack=x\", expected a path or URL of a repository");
  EXPECT_EQ(roster_complaint("id,repository,extension\nada,x,soon\n"),
            "roster.csv:2:7: found the extension \"soon\", expected days (\"2\") or days of labs "
            "(\"lab1-gpu-basics=2; "
            "lab2=1\"), 0 to 365");
  EXPECT_EQ(roster_complaint("id,name,repository\nada,J\xf6rg,x\n"),
            "roster.csv:2:6: found a byte that is not UTF-8, expected text. Save the file as UTF-8");
}

TEST(LoadRoster, AllFaultsAreNamedAtOnceInTheirOrder) {
  const auto roster = parse_roster(
      "id,name,repository,extension\n"
      "ada,Ada,x,lab9=1\n"
      "bo,Diddley, Bo,x,\n"
      "../cy,Cy,x,soon\n"
      "ada,Ada,--x,\n",
      "roster.csv", "/course", {"lab0", "lab1"});
  ASSERT_FALSE(roster);
  EXPECT_EQ(message_of(roster.error()),
            "roster.csv:2:11: found an extension for \"lab9\", which the course does not have; did you "
            "mean \"lab0\"?");
  ASSERT_EQ(roster.error().more.size(), 3u);
  EXPECT_EQ(roster.error().more[0].substr(0, 46), "roster.csv:3:18: found 5 cells, expected 4 as ");
  EXPECT_EQ(roster.error().more[1].substr(0, 36), "roster.csv:4:1: found the id \"../cy\"");
  EXPECT_EQ(roster.error().more[2].substr(0, 40), "roster.csv:5:1: found the id \"ada\" twice");
}

TEST(LoadRoster, TwentyFaultsAreEnough) {
  std::string text = "id,repository\n";
  for (int i = 0; i < 37; ++i) text += "/,x\n";
  const auto roster = parsed_roster(text);
  ASSERT_FALSE(roster);
  ASSERT_EQ(roster.error().more.size(), 20u);
  EXPECT_EQ(roster.error().more.back(), "roster.csv: and 17 more faults");
}

TEST(LoadRoster, ABrokenHeadIsTheOnlyFault) {
  const auto roster = parsed_roster("id;repository\nada;x\nbo;y\n");
  ASSERT_FALSE(roster);
  EXPECT_TRUE(roster.error().more.empty());
}

}  // namespace
}  // namespace gridmark::load
