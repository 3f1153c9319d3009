#include "grader/score/written_item.h"

#include <gtest/gtest.h>

#include "tests/score/sample.h"

namespace gridmark::score {
namespace {

/// The sample with a criterion about the report: one item for claims, one for a person.
struct WithReport : Sample {
  WithReport() {
    lab.report = WrittenPart{};
    Item claims{"claims", "Its numbers are right", 1, {}, {}, {}};
    claims.report = WrittenAspect::claims;
    Item analysis{"analysis", "It explains", 2, {}, {}, {}};
    analysis.manual = true;
    rubric.criteria.push_back({"report", "The report", {claims, analysis}});
    facts.asked.insert(facts.asked.end(), {"claims", "analysis"});
    facts.written =
        WrittenFindings{true, {{WrittenAspect::claims, 3, 4, {{"a differs", Place{"REPORT.md", 7}}}}}, {}};
  }
};

TEST(WrittenItem, ThePartThatIsMetEarnsThatPart) {
  const ItemScore claims = WithReport().item("claims");
  EXPECT_EQ(claims.points, Points(0.75));
  EXPECT_EQ(claims.verdict, Verdict::fail);
  EXPECT_EQ(claims.reason, "a differs");
  EXPECT_EQ(claims.place, (Place{"REPORT.md", 7}));
}

TEST(WrittenItem, AWholeAspectEarnsAllAndGivesNoReason) {
  WithReport sample;
  sample.facts.written->checks[0].met = 4;
  const ItemScore claims = sample.item("claims");
  EXPECT_EQ(claims.points, Points(1));
  EXPECT_EQ(claims.verdict, Verdict::pass);
  EXPECT_EQ(claims.reason, "");
}

struct InDoubt : WithReport {
  InDoubt() {
    WrittenCheck& check = facts.written->checks[0];
    check.met = 3, check.doubted = 2;
    check.doubts = {{"nothing shows it", Place{"results/s.csv", 3}}, {"nor this", {}}};
  }
  ItemScore decided(bool accepted) {
    facts.reviews = {{"claims", accepted, "Ada", "2026-02-01T00:00:00Z", "seen by me"}};
    return item("claims");
  }
};

TEST(WrittenItem, WhatIsInDoubtEarnsNothingUntilAPersonDecides) {
  InDoubt sample;
  const ItemScore claims = sample.item("claims");
  EXPECT_EQ(claims.outcome, Outcome::review);
  EXPECT_EQ(claims.verdict, Verdict::inconclusive);
  EXPECT_EQ(claims.points, Points(0));
  EXPECT_EQ(claims.open, Points(0.75));
  EXPECT_EQ(claims.reason, "nothing shows it; nor this");
  EXPECT_EQ(claims.place, (Place{"results/s.csv", 3}));
}

TEST(WrittenItem, ADecisionSettlesADoubt) {
  EXPECT_EQ(InDoubt().decided(true).points, Points(0.75));
  EXPECT_EQ(InDoubt().decided(true).reason, "a differs");
  const ItemScore rejected = InDoubt().decided(false);
  EXPECT_EQ(rejected.outcome, Outcome::forbidden);
  EXPECT_EQ(rejected.verdict, Verdict::fail);
  EXPECT_EQ(rejected.points, Points(0.25));  // the part without doubts
  EXPECT_EQ(rejected.open, Points(0));
  EXPECT_EQ(rejected.reason, "nothing shows it; nor this; Ada rejected it: seen by me");
}

TEST(ClaimSources, ThePlotsDataIsModelledAgainForLinesAboutIt) {
  WithReport sample;
  RequiredPlot plot{"results/s.svg", "results/s.csv", {"n"}, 2, {}, {"sweep", "Counted.Sweep"}, {}};
  sample.lab.report->plots = {plot};
  const auto sources = [&](const char* asked) {
    return claim_sources(sample.lab, sample.rubric, Device::emulated, {asked}).value();
  };
  EXPECT_EQ(sources("claims").at("results/s.csv").from, "Counted.Sweep");
  EXPECT_EQ(sources("claims").at("results/s.csv").flavour, Flavour::counted);
  EXPECT_TRUE(sources("right").empty());
}

// A student whose code does not compile may still have written a report.
TEST(WrittenItem, ABuildThatFailedCostsTheReportNothing) {
  WithReport sample;
  sample.builds[0].outcome = Outcome::build_failed;
  EXPECT_EQ(sample.item("claims").points, Points(0.75));
  EXPECT_EQ(sample.item("right").outcome, Outcome::build_failed);
}

TEST(ManualItem, UntilSomebodyJudgesTheTotalIsARange) {
  WithReport sample;
  const GradeRecord record = sample.graded().value();
  EXPECT_EQ(sample.item("analysis").outcome, Outcome::ungraded);
  EXPECT_EQ(sample.item("analysis").verdict, Verdict::inconclusive);
  EXPECT_EQ(record.points, Points(6.75));
  EXPECT_EQ(record.points_at_most, Points(8.75));
  EXPECT_EQ(record.max_points, Points(9));
}

// CI must not report a grade as passing if a person can still make it fail.
TEST(ManualItem, WhetherItPassesIsDecidedByTheLowerEnd) {
  WithReport sample;
  sample.rubric.passing = 0.8;
  EXPECT_FALSE(sample.graded()->passing);
  sample.facts.manual = {{"mine", "analysis", 2, "Ada", ""}};
  EXPECT_TRUE(sample.graded()->passing);
}

TEST(ManualItem, APersonsPointsCountWithTheirComment) {
  WithReport sample;
  sample.facts.manual = {{"mine", "analysis", 1.5, "Ada", "say why"}};
  const ItemScore analysis = sample.item("analysis");
  EXPECT_EQ(analysis.points, Points(1.5));
  EXPECT_EQ(analysis.reason, "Ada gave 1.5 points: say why");
  EXPECT_EQ(sample.graded()->points_at_most, sample.graded()->points);
}

TEST(ManualItem, WhereNoReportWasHandedInNothingIsOpen) {
  WithReport sample;
  sample.facts.written->handed_in = false;
  EXPECT_EQ(sample.item("analysis").outcome, Outcome::missing);
  EXPECT_EQ(sample.graded()->points_at_most, sample.graded()->points);
  sample.facts.manual = {{"mine", "analysis", 2, "", ""}};
  EXPECT_EQ(sample.item("analysis").points, Points(2));
}

TEST(WrittenItem, WhatTheLabDoesNotAskForIsNotRun) {
  WithReport sample;
  sample.facts.written->checks[0].required = 0;
  EXPECT_EQ(sample.item("claims").outcome, Outcome::not_run);
}

TEST(ClaimSources, AreTheRubricsLanesUnlessTheLabSaysMore) {
  WithReport sample;
  sample.lab.folder = "labs/lab9";
  sample.lab.report->claims = {{"bytes", "", "ratio", "quick.bytes", "", Flavour::counted},
                               {"time", "", "ms", "own.time", "Timed.One", Flavour::fast},
                               {"cross", "", "count", "", "", Flavour::counted}};
  const auto sources = claim_sources(sample.lab, sample.rubric, Device::emulated, {"claims"});
  ASSERT_TRUE(sources) << message_of(sources.error());
  EXPECT_EQ(sources->size(), 2u);
  EXPECT_EQ(sources->at("bytes").from, "Counted.Quick");
  EXPECT_EQ(sources->at("time").flavour, Flavour::fast);
  EXPECT_EQ(
      test_filter(sample.rubric, Device::emulated, {"claims"}, {Flavour::fast, Flavour::counted}, *sources),
      "Counted.Quick:Timed.One");
  EXPECT_TRUE(claim_sources(sample.lab, sample.rubric, Device::emulated, {"right"})->empty());

  sample.lab.report->claims[0].measurement = "quick.byte";
  EXPECT_EQ(message_of(claim_sources(sample.lab, sample.rubric, Device::emulated, {"claims"}).error()),
            "labs/lab9/lab.json: /report/claims/0/measurement: found \"quick.byte\", expected the "
            "measurement of a target of the rubric, or \"from\" next to it; did you mean \"quick.bytes\"?");
}

}  // namespace
}  // namespace gridmark::score
