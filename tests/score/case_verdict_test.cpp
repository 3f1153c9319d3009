#include "grader/score/case_verdict.h"

#include <gtest/gtest.h>

namespace gridmark::score {
namespace {

ItemScore item(const std::string& id, int points, Outcome outcome, const std::string& reason) {
  ItemScore score;
  score.id = id;
  score.points = points;
  score.max_points = 2;
  score.outcome = outcome;
  score.reason = reason;
  score.place = Place{"a.cu", 7};
  return score;
}

/// Earned "right" and lost "quick".
GradeRecord record() {
  GradeRecord made;
  made.points = 2;
  made.max_points = 4;
  made.items = {item("right", 2, Outcome::passed, ""), item("quick", 0, Outcome::wrong_answer, "all zeros")};
  return made;
}

SubmissionCase example() {
  SubmissionCase made;
  made.points = 2;
  made.exit_code = 1;
  made.loses = {"quick"};
  made.outcomes["quick"] = Outcome::wrong_answer;
  made.says["quick"] = "zeros?";
  made.points_at["quick"] = "memset";
  return made;
}

std::string line_seven(const Place& place) { return place.line == 7 ? "memset(c, 0, bytes);" : ""; }

std::size_t count(const SubmissionCase& expected, const GradeRecord& got) {
  return differences(expected, got, line_seven).size();
}

TEST(CaseVerdict, TheExpectedOneHasNoDifference) { EXPECT_EQ(count(example(), record()), 0u); }

TEST(CaseVerdict, EachDifferenceIsAMessage) {
  GradeRecord got = record();
  got.items[1].points = 2;
  got.points = 4;
  EXPECT_EQ(differences(example(), got, line_seven),
            (std::vector<std::string>{"quick: earned 2 of 2, expected less. Its reason: all zeros",
                                      "earned 4, expected 2"}));
}

TEST(CaseVerdict, AnItemWithoutPointsIsLostWhenItDoesNotPass) {
  GradeRecord got = record();
  got.items.push_back(item("warm_up", 0, Outcome::passed, ""));
  got.items[2].max_points = 0;
  EXPECT_EQ(count(example(), got), 0u);
  got.items[2].outcome = Outcome::wrong_answer;
  got.items[2].reason = "rows are missing";
  EXPECT_EQ(
      differences(example(), got, line_seven),
      std::vector<std::string>{"warm_up: earned 0 of 0, expected full points. Its reason: rows are missing"});
  SubmissionCase expected = example();
  expected.loses.push_back("warm_up");
  EXPECT_EQ(count(expected, got), 0u);
}

TEST(CaseVerdict, OutcomeReasonPlaceAndPassMarkCount) {
  SubmissionCase expected = example();
  expected.outcomes["quick"] = Outcome::crashed;
  expected.says["quick"] = "ones";
  expected.points_at["quick"] = "memcpy";
  expected.exit_code = 0;
  EXPECT_EQ(count(expected, record()), 4u);
}

TEST(CaseVerdict, AnItemThatLosesSaysWhy) {
  GradeRecord got = record();
  got.items[1].reason = "";
  EXPECT_GE(count(example(), got), 1u);
}

TEST(CaseVerdict, OfAPartialGradeOnlyWhatRanCounts) {
  GradeRecord got = record();
  got.complete = false;
  got.points = 0;
  got.items[0].outcome = Outcome::not_run;
  got.items[0].points = 0;
  EXPECT_EQ(count(example(), got), 0u);
  got.items[1].outcome = Outcome::not_run;
  EXPECT_EQ(differences(example(), got, line_seven),
            std::vector<std::string>{"none of the items that it loses was graded"});
}

// A case about code is graded without the items about the report, and its total is still judged.
TEST(CaseVerdict, LinesThatTheCaseDoesNotJudgeAreNotMissed) {
  GradeRecord got = record();
  got.items.push_back(item("claims", 0, Outcome::not_run, ""));
  got.complete = false;
  got.points = 1;
  EXPECT_EQ(count(example(), got), 0u);  // partial: the total has no meaning
  SubmissionCase about_code = example();
  about_code.left_out = {"claims"};
  EXPECT_EQ(differences(about_code, got, line_seven), std::vector<std::string>{"earned 1, expected 2"});
}

TEST(CaseVerdict, WhatWaitsForAPersonsPointsIsNeitherKeptNorLost) {
  GradeRecord got = record();
  got.items.push_back(item("analysis", 0, Outcome::ungraded, "a person gives these points, and has not yet"));
  EXPECT_EQ(count(example(), got), 0u);
}

TEST(CaseVerdict, RepeatedGradesAgreeInPointsAndOutcomes) {
  GradeRecord other_words = record();
  other_words.items[1].reason = "other words";
  EXPECT_TRUE(differences({record(), record(), other_words}).empty());
  EXPECT_TRUE(differences({record()}).empty());
}

TEST(CaseVerdict, ADifferenceBetweenRunsIsToldOnce) {
  GradeRecord crashed = record(), partly = record();
  crashed.items[1].outcome = Outcome::crashed;
  crashed.items[1].reason = "wrote past its end";
  partly.items[0].points = 1;
  EXPECT_EQ(differences({record(), crashed, record(), crashed, crashed, partly}),
            (std::vector<std::string>{
                "runs 2, 4 to 5: quick: earned 0 (crashed), and in run 1 0 (wrong_answer). Its reason: "
                "wrote past its end",
                "run 6: right: earned 1 (passed), and in run 1 2 (passed)"}));
}

}  // namespace
}  // namespace gridmark::score
