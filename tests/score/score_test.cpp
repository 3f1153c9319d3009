#include "grader/score/score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/score/sample.h"

namespace gridmark::score {
namespace {

using testing::ElementsAre;

TEST(Score, AFlawlessSubmissionEarnsEverything) {
  const GradeRecord record = Sample{}.graded().value();
  EXPECT_EQ(record.points, Points(6));
  EXPECT_EQ(record.max_points, Points(6));
  EXPECT_TRUE(record.passing);
  EXPECT_TRUE(record.complete);
  for (const ItemScore& item : record.items) {
    EXPECT_EQ(item.verdict, Verdict::pass) << item.id;
    EXPECT_EQ(item.outcome, Outcome::passed) << item.id;
    EXPECT_EQ(item.reason, "") << item.id;
  }
}

TEST(Score, TheRecordHoldsTheFactsOfTheRun) {
  Sample sample;
  sample.submission.missing = {"b.cu"};
  sample.submission.ignored = {{"x", "not a file of this lab"}};
  const GradeRecord record = sample.graded().value();
  EXPECT_EQ(record.lab, "lab9");
  EXPECT_EQ(record.title, "Nine");
  EXPECT_EQ(record.submission, "mine");
  EXPECT_EQ(record.version, "0.1.0");
  EXPECT_EQ(record.started, "2026-01-31T23:59:00Z");
  EXPECT_EQ(record.sandbox, "bubblewrap");
  EXPECT_EQ(record.seconds, 2.5);
  EXPECT_EQ(record.tests, sample.results.tests);
  EXPECT_EQ(record.measurements, sample.results.measurements);
  EXPECT_EQ(record.builds.size(), 2u);
  EXPECT_THAT(record.missing, ElementsAre("b.cu"));
  EXPECT_EQ(record.ignored.size(), 1u);
}

TEST(Score, CriteriaAddUpTheirItems) {
  Sample sample;
  sample.results.measurements = {sample_bytes(1.5)};
  const GradeRecord record = sample.graded().value();
  EXPECT_EQ(record.criteria.at(0).points, Points(2));
  EXPECT_EQ(record.criteria.at(1).points, Points(1.5));
  EXPECT_EQ(record.criteria.at(1).max_points, Points(4));
  EXPECT_EQ(record.points, Points(3.5));
}

TEST(Score, ThePassMarkItselfPasses) {
  Sample sample;
  sample.rubric.criteria[0].items[0].points = 7;
  sample.rubric.criteria[1].items[0].points = 2;
  sample.results.measurements = {sample_bytes(8)};  // quick and extra are lost: 7 of 10
  EXPECT_TRUE(sample.graded()->passing);
  sample.rubric.passing = 0.71;
  EXPECT_FALSE(sample.graded()->passing);
}

TEST(Score, TheSameEvidenceGivesTheSameRecord) {
  Sample sample;
  sample.results.measurements = {sample_bytes(1.5)};
  const GradeRecord first = sample.graded().value(), second = sample.graded().value();
  for (std::size_t i = 0; i < first.items.size(); ++i) {
    EXPECT_EQ(first.items[i].points, second.items[i].points);
    EXPECT_EQ(first.items[i].reason, second.items[i].reason);
    EXPECT_EQ(first.items[i].measurements, second.items[i].measurements);
  }
}

// Items of tests

TEST(TestsItem, OneFailedTestCostsTheItemAndSaysWhere) {
  Sample sample;
  sample.results.tests[1] = {
      "Right.Ragged", Outcome::wrong_answer, "c[3] is 1,\n  expected 2", Place{"a.cu", 7}, "", 0};
  const ItemScore item = sample.item("right");
  EXPECT_EQ(item.points, Points(0));
  EXPECT_EQ(item.verdict, Verdict::fail);
  EXPECT_EQ(item.outcome, Outcome::wrong_answer);
  EXPECT_EQ(item.reason, "c[3] is 1, expected 2");
  EXPECT_EQ(item.place, (Place{"a.cu", 7}));
  EXPECT_THAT(item.tests, ElementsAre("Right.Ragged", "Right.Small")) << "failed ones first";
}

TEST(TestsItem, TheFailureThatExplainsMostSpeaksForTheRest) {
  Sample sample;
  sample.results.tests[0] = {"Right.Small", Outcome::wrong_answer, "c[0] is 1", {}, "", 0};
  sample.results.tests[1] = {"Right.Ragged", Outcome::crashed, "reads past the end", Place{"a.cu", 9}, "", 0};
  sample.results.tests.push_back({"Right.Zeros", Outcome::timed_out, "took 10 s", {}, "", 0});
  sample.results.tests.push_back({"Right.Fine", Outcome::passed, "", {}, "", 0});
  const ItemScore item = sample.item("right");
  EXPECT_EQ(item.outcome, Outcome::crashed);
  EXPECT_EQ(item.reason, "reads past the end (and 2 more of 4 tests fail)");
  EXPECT_THAT(item.tests, ElementsAre("Right.Ragged", "Right.Small", "Right.Zeros", "Right.Fine"))
      << "time that ran out explains nothing";
}

TEST(TestsItem, ARaceAtALineSpeaksForTheWrongValuesBeforeIt) {
  Sample sample;
  TestResult race{"Right.Ragged", Outcome::wrong_answer, "c[1] is 2: a race", Place{"a.cu", 9}, "", 0};
  race.cause = Cause{Cause::Kind::race, "a race"};
  TestResult overflow{"Right.Zeros", Outcome::wrong_answer, "NaN", Place{"a.cu", 12}, "", 0};
  overflow.cause = Cause{Cause::Kind::consequence, ""};
  sample.results.tests[0] = {"Right.Small", Outcome::wrong_answer, "c[0] is 1", Place{"a.cu", 12}, "", 0};
  sample.results.tests[1] = race;
  sample.results.tests.push_back(overflow);
  const ItemScore item = sample.item("right");
  EXPECT_EQ(item.reason, "c[1] is 2: a race (and 2 more of 3 tests fail)");
  EXPECT_EQ(item.cause, race.cause);
  EXPECT_THAT(item.tests, ElementsAre("Right.Ragged", "Right.Small", "Right.Zeros"));
}

// A person's open decision keeps points open only if nothing else failed.
TEST(TestsItem, AReviewDoesNotHideAFailure) {
  Sample sample;
  sample.results.tests[0] = {"Right.Small", Outcome::review, "too good", Place{"a.cu", 1}, "", 0};
  sample.results.tests[0].cause = Cause{Cause::Kind::race, "a race"};
  sample.results.tests[1] = {"Right.Ragged", Outcome::wrong_answer, "c[0] is 1", {}, "", 0};
  EXPECT_EQ(sample.item("right").outcome, Outcome::wrong_answer);
}

TEST(TestsItem, AFailureWithoutWordsStillHasAMessage) {
  Sample sample;
  sample.results.tests[0] = {"Right.Small", Outcome::timed_out, " \n", {}, "", 0};
  EXPECT_EQ(sample.item("right").reason, "Right.Small ended as timed_out");
}

// A record stores the reason once per item, and a very long one must not come back from there.
TEST(TestsItem, AnEndlessMessageIsCut) {
  Sample sample;
  sample.results.tests[0] = {"Right.Small", Outcome::wrong_answer, std::string(60'000, 'x'), {}, "", 0};
  const std::string reason = sample.item("right").reason;
  EXPECT_EQ(reason.size(), 1000u);
  EXPECT_TRUE(reason.ends_with("x..."));
}

// Free points would hide the typo until the end of the term.
TEST(TestsItem, APatternWithoutATestIsAnErrorOfTheRubric) {
  Sample sample;
  sample.rubric.criteria[0].items[0].tests = {"Right.*", "Right.Smal"};
  EXPECT_EQ(sample.graded().error().source, Error::Source::rubric);
  EXPECT_EQ(sample.complaint(),
            "rubrics/lab9.json: /criteria/0/items/0/tests: found \"Right.Smal\", which matches no test of "
            "the checker; "
            "did you mean \"Right.Small\"?");
}

// Items with a target

TEST(TargetItem, FullPointsComeWithTheMeasurementAndItsThreshold) {
  const ItemScore item = Sample{}.item("quick");
  ASSERT_EQ(item.measurements.size(), 1u);
  EXPECT_EQ(item.measurements[0].threshold, 1.05);
  EXPECT_EQ(item.measurements[0].value, 1);
  EXPECT_EQ(item.place, std::nullopt);
  ASSERT_TRUE(item.curve);
  EXPECT_EQ(item.curve->knots.size(), 2u);
}

TEST(TargetItem, AMissedThresholdSaysWhatWasSeenAndWhatEarnsAll) {
  Sample sample;
  sample.results.measurements = {sample_bytes(8)};
  const ItemScore item = sample.item("quick");
  EXPECT_EQ(item.points, Points(0));
  EXPECT_EQ(item.verdict, Verdict::fail);
  EXPECT_EQ(item.outcome, Outcome::passed) << "the code ran; only the threshold is missed";
  EXPECT_EQ(item.reason, "loads too many sectors; 1.05 or less earns all 3 points");
  EXPECT_EQ(item.place, (Place{"a.cu", 42}));
}

TEST(TargetItem, PartOfThePointsIsNoPass) {
  Sample sample;
  sample.results.measurements = {sample_bytes(1.5)};
  EXPECT_EQ(sample.item("quick").points, Points(1.5));
  EXPECT_EQ(sample.item("quick").verdict, Verdict::fail);
}

TEST(TargetItem, WithoutADetailTheReasonNamesTheMeasurement) {
  Sample sample;
  Measurement bytes = sample_bytes(3);
  bytes.detail = "";
  bytes.unit = sample.rubric.criteria[1].items[0].targets.at(Device::emulated).unit = "bytes";
  sample.rubric.criteria[1].items[0].points = 1;
  sample.results.measurements = {bytes};
  EXPECT_EQ(sample.item("quick").reason, "quick.bytes is 3 bytes; 1.05 bytes or less earns the point");
}

TEST(TargetItem, AFailedMeasuringTestSpeaksFirst) {
  Sample sample;
  sample.results.tests[2] = {"Counted.Quick", Outcome::timed_out, "took 10 s", Place{"a.cu", 3}, "", 10};
  sample.results.measurements.clear();
  const ItemScore item = sample.item("quick");
  EXPECT_EQ(item.outcome, Outcome::timed_out);
  EXPECT_EQ(item.reason, "took 10 s");
}

TEST(TargetItem, WhatItNeedsComesFirst) {
  Sample sample;
  sample.results.tests[0] = {"Right.Small", Outcome::wrong_answer, "c[0] is 1", Place{"a.cu", 5}, "", 0};
  const ItemScore quick = sample.item("quick");
  EXPECT_EQ(quick.points, Points(0));
  EXPECT_EQ(quick.outcome, Outcome::wrong_answer);
  EXPECT_EQ(quick.reason, "needs full points in right first");
  EXPECT_EQ(quick.unmet_need, "right");
  EXPECT_EQ(quick.place, (Place{"a.cu", 5}));
  EXPECT_EQ(sample.item("extra").points, Points(0)) << "needs carry over any number of steps";
}

TEST(TargetItem, PartOfThePointsDoesNotFillANeed) {
  Sample sample;
  sample.results.measurements = {sample_bytes(1.5)};
  const ItemScore extra = sample.item("extra");
  EXPECT_EQ(extra.points, Points(0));
  EXPECT_EQ(extra.verdict, Verdict::fail);
  EXPECT_EQ(extra.reason, "needs full points in quick first");
}

TEST(TargetItem, ADeviceWithoutATargetIsSaidSo) {
  Sample sample;
  sample.facts.device = Device::cuda;
  sample.rubric.criteria[1].items[0].targets.at(Device::emulated).flavour =
      Flavour::fast;  // timed, not counted
  const ItemScore item = sample.item("quick");
  EXPECT_EQ(item.outcome, Outcome::not_run);
  EXPECT_EQ(item.verdict, Verdict::inconclusive);
  EXPECT_EQ(item.reason, "the rubric has no target for the cuda device");
  EXPECT_EQ(sample.item("right").points, Points(2)) << "tests need no target";
  EXPECT_EQ(sample.item("extra").verdict, Verdict::inconclusive) << "nobody knows whether its need is met";
}

Measurement with(double value, const char* unit, Flavour flavour, const char* name) {
  Measurement seen = sample_bytes(value);
  seen.unit = unit;
  seen.flavour = flavour;
  seen.name = name;
  return seen;
}

TEST(TargetItem, AMeasurementThatIsNotRightIsAnErrorOfTheChecker) {
  const std::string wanted =
      "expected \"quick.bytes\" once, in \"ratio\", from the counted build in the test Counted.Quick";
  const std::vector<std::pair<std::vector<Measurement>, std::string>> table{
      {{}, "found no such measurement, " + wanted},
      {{with(1, "ratio", Flavour::counted, "quick.byte")},
       "found no such measurement, " + wanted + "; did you mean \"quick.byte\"?"},
      {{with(1, "ratio", Flavour::fast, "quick.bytes")},
       "found no such measurement, " + wanted + "; did you mean \"quick.bytes\"?"},
      {{sample_bytes(1), sample_bytes(1)}, "found it twice, " + wanted},
      {{sample_bytes(NAN)}, "found the value not a number, " + wanted},
      {{sample_bytes(INFINITY)}, "found the value infinity, " + wanted},
      {{with(1, "bytes", Flavour::counted, "quick.bytes")}, "found the unit \"bytes\", " + wanted},
  };
  for (const auto& [seen, complaint] : table) {
    Sample sample;
    sample.results.measurements = seen;
    EXPECT_EQ(sample.complaint(), "checker results: " + complaint);
    EXPECT_EQ(sample.graded().error().source, Error::Source::checker);
  }
}

// Builds

Build broken(Flavour flavour, Outcome outcome, const std::string& messages, std::optional<Place> place) {
  Build build = sample_build(flavour);
  build.outcome = outcome;
  build.messages = messages;
  build.place = std::move(place);
  return build;
}

TEST(FailedBuild, TheFastBuildCostsEveryItem) {
  Sample sample;
  sample.builds = {broken(Flavour::fast, Outcome::build_failed,
                          "a.cu: In function 'f':\na.cu:3:5: error: expected ';' before '}' token\n 3 | }\n",
                          Place{"a.cu", 3})};
  sample.results = {};
  for (const char* id : {"right", "quick", "extra"}) {
    const ItemScore item = sample.item(id);
    EXPECT_EQ(item.outcome, Outcome::build_failed) << id;
    EXPECT_EQ(item.reason, "the submission does not compile: expected ';' before '}' token") << id;
    EXPECT_EQ(item.place, (Place{"a.cu", 3})) << id;
  }
  EXPECT_FALSE(sample.graded()->passing);
}

TEST(FailedBuild, TheCountedBuildCostsOnlyWhatIsCounted) {
  Sample sample;
  sample.rubric.criteria[1].items[1].needs.clear();
  sample.builds[1] = broken(Flavour::counted, Outcome::timed_out, "", {});
  EXPECT_EQ(sample.item("right").points, Points(2));
  EXPECT_EQ(sample.item("extra").points, Points(1));
  EXPECT_EQ(sample.item("quick").outcome, Outcome::timed_out);
  EXPECT_EQ(sample.item("quick").reason, "the build that counts takes too long to compile");
}

// The counted flavour is built for the emulated device, whatever device runs the rest.
TEST(FailedBuild, TheCountedBuildCostsOnlyWhatIsCountedOnAGpuToo) {
  Sample sample;
  sample.rubric.criteria[1].items[1].needs.clear();
  sample.facts.device = sample.builds[0].device = Device::cuda;
  sample.builds[1] = broken(Flavour::counted, Outcome::timed_out, "", {});
  EXPECT_EQ(sample.item("right").points, Points(2));
  EXPECT_EQ(sample.item("quick").outcome, Outcome::timed_out);
}

TEST(FailedBuild, TheLinkersWordsAreFoundToo) {
  Sample sample;
  sample.builds[0] =
      broken(Flavour::fast, Outcome::build_failed,
             "/usr/bin/ld: x.o: in function `run':\nx:(.text+0x1): undefined reference to `matmul'\n"
             "collect2: error: ld returned 1 exit status\n",
             {});
  EXPECT_EQ(sample.item("right").reason, "the submission does not compile: undefined reference to `matmul'");
}

TEST(FailedBuild, AMissingFileExplainsIt) {
  Sample sample;
  sample.submission.missing = {"a.cu"};
  sample.builds[0] = broken(Flavour::fast, Outcome::build_failed, "undefined reference to `matmul'\n", {});
  EXPECT_EQ(sample.item("right").outcome, Outcome::missing);
  EXPECT_EQ(sample.item("right").reason, "a.cu is missing, so nothing could be built");
}

TEST(FailedBuild, AnErrorWithAPlaceWeighsMoreThanAMissingFile) {
  Sample sample;
  sample.submission.missing = {"notes.cu"};
  sample.builds[0] = broken(Flavour::fast, Outcome::build_failed, "a.cu:3:5: error: oh\n", Place{"a.cu", 3});
  EXPECT_EQ(sample.item("right").outcome, Outcome::build_failed);
  EXPECT_EQ(sample.item("right").reason, "the submission does not compile: oh");
}

TEST(FailedBuild, ManyMissingFilesMakeAShortMessage) {
  Sample sample;
  sample.submission.missing = {"a", "b", "c", "d"};
  sample.builds[0] = broken(Flavour::fast, Outcome::missing, "", {});
  EXPECT_EQ(sample.item("right").reason, "a, b, c, ... are missing, so nothing could be built");
}

// Partial runs

TEST(PartialRun, WhatWasLeftOutEarnsAndCostsNothing) {
  Sample sample;
  sample.facts.asked = {"quick"};
  const GradeRecord record = sample.graded().value();
  EXPECT_FALSE(record.complete);
  EXPECT_EQ(record.points, Points(3));
  EXPECT_EQ(record.max_points, Points(3));
  EXPECT_EQ(record.items.size(), 3u);
  EXPECT_EQ(sample.item("right").outcome, Outcome::not_run);
  EXPECT_EQ(sample.item("right").verdict, Verdict::inconclusive);
  EXPECT_EQ(sample.item("right").points, Points(0));
  EXPECT_EQ(sample.item("right").max_points, Points(2));
  EXPECT_EQ(sample.item("right").reason, "left out of this run");
}

TEST(PartialRun, NeedsAreStillLookedAt) {
  Sample sample;
  sample.facts.asked = {"quick"};
  sample.results.tests[0].outcome = Outcome::wrong_answer;
  EXPECT_EQ(sample.item("quick").points, Points(0));
}

TEST(PartialRun, NoTestOfWhatWasLeftOutIsMissed) {
  Sample sample;
  sample.facts.asked = {"right"};
  sample.results.tests.resize(2);
  sample.results.measurements.clear();
  EXPECT_EQ(sample.complaint(), "no complaint");
  EXPECT_EQ(sample.graded()->points, Points(2));
}

}  // namespace
}  // namespace gridmark::score
