// The formats for gradebooks, with the difficulties of each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "grader/core/csv.h"
#include "tests/report/exported.h"

namespace gridmark::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

// --- Gradescope -------------------------------------------------------------------------------------

TEST(GradescopeExport, HidesNoTotalFromStudents) {
  const json all = parsed("gradescope", example("hidden"));
  for (const json& test : all["tests"]) EXPECT_EQ(test["visibility"], "visible");
}

TEST(GradescopeExport, ListsHiddenTestsForStaff) {
  const GradeRecord record = example("hidden");
  const auto files =
      export_records(format("gradescope"), {&record, 1}, export_context("gradescope", Audience::staff));
  int hidden = 0;
  const json all = json::parse(files->front().text);
  for (const json& test : all["tests"]) {
    hidden += test["visibility"] == "hidden" ? 1 : 0;
    EXPECT_EQ(test["visibility"] == "hidden", !test.contains("score"))
        << "a hidden test has no points of its own";
  }
  EXPECT_EQ(hidden, 3);
}

TEST(GradescopeExport, AnOpenLineIsItsLowerEndAndSaysSo) {
  GradeRecord record = example("report");
  record.items[0].outcome = Outcome::review, record.items[0].open = 1.25;
  const json test = parsed("gradescope", record)["tests"][0];
  EXPECT_EQ(test["score"], 1.75);
  EXPECT_FALSE(test.contains("status"));
  EXPECT_THAT(test["output"].get<std::string>(), StartsWith("1.75-3 of 3 points until that is decided."));
}

// --- points by hand: in Gradescope and PrairieLearn persons enter them
// --------------------------------------

/// A report without faults. One of the items for persons is graded, one is not.
GradeRecord perfect_but_for_persons() {
  GradeRecord record = example("report");
  ItemScore& claims = record.items[0];
  claims.points = claims.max_points, claims.verdict = Verdict::pass, claims.outcome = Outcome::passed;
  record.points = 4.5, record.points_at_most = 6.5;
  for (ItemScore* item : {&record.items[1], &record.items[2]}) item->by_hand = true;
  return record;
}

TEST(ExportsWithPointsByHand, AreAtFullMarksWithoutThem) {
  const json learn = parsed("prairielearn", perfect_but_for_persons());
  EXPECT_EQ(learn["score"], 1);
  EXPECT_EQ(
      learn["message"],
      "3 of 3 points that gridmark gives. A person gives the other 5 by hand. Together 4.5-6.5 of 8 points: "
      "below the pass mark of 4, until a person has given the open points");
  EXPECT_EQ(parsed("gradescope", perfect_but_for_persons())["score"], 3);
}

TEST(ExportsWithPointsByHand, ListThemWithoutPoints) {
  const json learn = parsed("prairielearn", perfect_but_for_persons())["tests"];
  const json scope = parsed("gradescope", perfect_but_for_persons())["tests"];
  for (const int i : {1, 2}) {
    EXPECT_EQ(learn[i]["max_points"], 0);
    EXPECT_THAT(learn[i]["message"].get<std::string>(), StartsWith("not part of this score: a person gives"));
    for (const char* key : {"score", "max_score", "status"}) EXPECT_FALSE(scope[i].contains(key)) << key;
  }
  EXPECT_THAT(
      scope[1]["output"].get<std::string>(),
      StartsWith("Not part of this score: a person gives 3 points. part of the points: Ada gave 1.5"));
}

TEST(ExportsWithPointsByHand, KnowThemInARecordOfAnOlderGridmark) {
  GradeRecord record = perfect_but_for_persons();
  for (ItemScore& item : record.items) item.by_hand = false;
  EXPECT_EQ(parsed("prairielearn", record)["score"], 1);
}

TEST(ExportsWithPointsByHand, LeaveOutAnItemThatAMissingReportClosed) {
  GradeRecord record = perfect_but_for_persons();
  record.items[2].outcome = Outcome::missing, record.items[2].open = 0;
  EXPECT_EQ(parsed("prairielearn", record)["score"], 1);
}

// --- Classroom 50 -----------------------------------------------------------------------------------

TEST(Classroom50Export, HasTheKeysOfTheFormatAndNoOthers) {
  const std::set<std::string> keys{"schema",     "classroom", "assignment", "assignment_type", "owner",
                                   "submission", "commit",    "release",    "review",          "datetime",
                                   "score",      "max-score", "tests",      "graded_at"};
  std::set<std::string> found;
  const json all = parsed("classroom50", example("mixed"));
  for (const auto& [key, value] : all.items()) found.insert(key);
  EXPECT_EQ(found, keys);
  EXPECT_EQ(all["datetime"], "2026-01-31T23:59:00Z");
}

TEST(Classroom50Export, RoundsHalvesUpAndItsLinesAddUp) {
  const json all = parsed("classroom50", example("mixed"));
  EXPECT_EQ(all["score"], 6) << "5.5";
  std::int64_t sum = 0, most = 0;
  for (const json& test : all["tests"]) {
    EXPECT_TRUE(test["score"].is_number_integer());
    EXPECT_LE(test["score"].get<int>(), test["max-score"].get<int>());
    sum += test["score"].get<int>(), most += test["max-score"].get<int>();
  }
  EXPECT_EQ(sum, all["score"].get<int>());
  EXPECT_EQ(most, all["max-score"].get<int>());
  EXPECT_THAT(all["tests"][2]["test-name"].get<std::string>(), testing::EndsWith("(1.5 of 3 points)"));
}

TEST(Classroom50Export, NoLineHasMoreThanItsMaximum) {
  GradeRecord record = example("mixed");
  record.items.resize(3);
  for (ItemScore& item : record.items) item.criterion = "kernels", item.max_points = 0.5, item.points = 0;
  record.items[2].points = 0.5;
  record.points = 0.5, record.points_at_most = 0.5, record.max_points = 1.5;
  const json all = parsed("classroom50", record);
  EXPECT_EQ(all["score"], 1);
  int sum = 0;
  for (const json& test : all["tests"]) {
    EXPECT_LE(test["score"].get<int>(), test["max-score"].get<int>());
    sum += test["score"].get<int>();
  }
  EXPECT_EQ(sum, 1);
}

TEST(Classroom50Export, NamesWhatNoRecordSays) {
  EXPECT_EQ(complaint("classroom50", {example("mixed")}, export_context("none")),
            "--field: the format classroom50 also needs classroom, owner, submission, commit, release, "
            "review. Give --field NAME=VALUE for each");
  ExportContext context = export_context("classroom50");
  context.fields["submission"] = "lab1";
  EXPECT_THAT(complaint("classroom50", {example("mixed")}, context), HasSubstr("begins with submit/"));
}

// --- PrairieLearn, Autolab, Canvas, LTI -------------------------------------------------------------

TEST(PrairieLearnExport, StaysBelowAMegabyte) {
  GradeRecord record = with_lines(3000);
  for (ItemScore& item : record.items) item.reason = std::string(1000, '"');
  const std::string all = text("prairielearn", record);
  EXPECT_LE(all.size(), 1'000'000U);
  EXPECT_EQ(json::parse(all)["tests"].size(), record.items.size());
}

TEST(AutolabExport, ItsLastLineIsTheScores) {
  const std::string lines = text("autolab", example("hostile"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  const json first = json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["_presentation"], "semantic");
  for (const json& stage : first["stages"]) EXPECT_TRUE(first.contains(stage.get<std::string>()));
}

TEST(CanvasExport, MakesNoNewAssignment) {
  const auto rows = parse_csv(text("canvas", example("mixed")));
  ASSERT_TRUE(rows);
  EXPECT_EQ((*rows)[0].cells[5].text, "GPU basics (84512)");
  EXPECT_THAT((*rows)[1].cells[0].text, HasSubstr("Points Possible"));
  EXPECT_EQ((*rows)[2].cells[5].text, "5.5");
  EXPECT_THAT(complaint("canvas", {example("mixed")}, export_context("none")), HasSubstr("new assignment"));
  EXPECT_THAT(complaint("canvas", {example("mixed"), example("mixed")}, export_context("canvas")),
              HasSubstr("found two records of students/änne/lab1"));
}

TEST(LtiExport, WhatIsOpenIsPending) {
  EXPECT_EQ(parsed("lti", example("mixed"))["gradingProgress"], "FullyGraded");
  EXPECT_EQ(parsed("lti", example("report"))["gradingProgress"], "PendingManual");
  EXPECT_EQ(parsed("lti", example("mixed"))["timestamp"], "2026-02-01T12:00:00.125Z");
}

}  // namespace
}  // namespace gridmark::report
