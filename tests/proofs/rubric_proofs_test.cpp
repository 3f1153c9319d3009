#include "grader/proofs/rubric_proofs.h"

#include <gmock/gmock.h>

#include "tests/proofs/sample.h"

namespace gridmark::proofs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TestResult passed(const std::string& name) { return {name, Outcome::passed, "", {}, "", 0, {}}; }

CheckerResults sample_results() {
  CheckerResults seen;
  seen.tests = {passed("Saxpy.OneElement"), passed("Counted.Sectors")};
  Measurement ratio;
  ratio.name = "saxpy.ratio";
  ratio.value = 1;
  ratio.test = "Counted.Sectors";
  seen.measurements = {ratio};
  return seen;
}

const std::vector<std::string> registered{"Saxpy.OneElement", "Counted.Sectors"};

TEST(ProveCurves, ThoseThatFallHold) {
  const Proof proof = prove_curves(sample_rubric());
  EXPECT_THAT(proof.complaints, IsEmpty());
  EXPECT_EQ(proof.found, "1 curve, from all points down to none");
}

// The loader refuses such a curve, but a proof must not depend on that.
TEST(ProveCurves, OneThatRisesIsNamedWithItsValues) {
  Rubric rubric = sample_rubric();
  rubric.criteria[0].items[1].targets[Device::emulated].curve.knots = {{1.05, 0.5}, {2, 1}};
  EXPECT_THAT(prove_curves(rubric).complaints,
              ElementsAre(HasSubstr("earns 4, and a better value 2: a curve must not rise")));
}

TEST(ProveReach, EveryLineHasTestsThatRanAndTheMeasurementOfItsTest) {
  const Proof proof = prove_reach(sample_rubric(), Device::emulated, sample_results(), registered);
  EXPECT_THAT(proof.complaints, IsEmpty());
  EXPECT_THAT(proof.warnings, IsEmpty());
  EXPECT_EQ(proof.found, "2 lines reach 2 tests");
}

TEST(ProveReach, APatternWithoutATestIsNamedWithItsNeighbour) {
  Rubric rubric = sample_rubric();
  rubric.criteria[0].items[0].tests = {"Saxpy.OneElemnt"};
  EXPECT_THAT(prove_reach(rubric, Device::emulated, sample_results(), registered).complaints,
              ElementsAre("right: no test is named Saxpy.OneElemnt; did you mean \"Saxpy.OneElement\"?"));
}

TEST(ProveReach, AMeasurementOfAnotherTestIsNoProof) {
  CheckerResults seen = sample_results();
  seen.measurements[0].test = "Saxpy.OneElement";
  EXPECT_THAT(prove_reach(sample_rubric(), Device::emulated, seen, registered).complaints,
              ElementsAre("sectors: saxpy.ratio is recorded by the test Saxpy.OneElement, and \"from\" names "
                          "Counted.Sectors"));
  seen.measurements.clear();
  EXPECT_THAT(prove_reach(sample_rubric(), Device::emulated, seen, registered).complaints,
              ElementsAre("sectors: no test records saxpy.ratio"));
}

TEST(ProveReach, ATestThatNoLineReachesIsANote) {
  const Proof proof = prove_reach(sample_rubric(), Device::emulated, sample_results(),
                                  {"Saxpy.OneElement", "Counted.Sectors", "Spare.Test"});
  EXPECT_TRUE(proof.holds());
  EXPECT_THAT(proof.warnings,
              ElementsAre("no item of the rubric reaches the test Spare.Test: it never runs"));
}

TEST(ProveReach, AMarkThatSavesQuickNothingIsANote) {
  Rubric rubric = sample_rubric();
  Item whole = rubric.criteria[0].items[0];
  whole.id = "whole", whole.quick = false, whole.tests = {"*.OneElement"};
  rubric.criteria[0].items.push_back(whole);
  const Proof proof = prove_reach(rubric, Device::emulated, sample_results(), registered);
  EXPECT_TRUE(proof.holds());
  EXPECT_THAT(proof.warnings,
              ElementsAre("whole: --quick leaves it out, and runs its test Saxpy.OneElement for right"));
  rubric.criteria[0].items[0].quick = false;
  EXPECT_THAT(prove_reach(rubric, Device::emulated, sample_results(), registered).warnings, IsEmpty());
}

SubmissionCase mutant(std::vector<std::string> loses) {
  SubmissionCase one;
  one.kind = CaseKind::mutant;
  one.loses = std::move(loses);
  return one;
}

// No run can earn or lose it, so the proof names the person's item instead of skipping it.
TEST(ProveLosable, WhatAPersonGivesNeedsNoMutantAndIsSaid) {
  Rubric rubric = sample_rubric();
  Item analysis;
  analysis.id = "analysis";
  analysis.points = Points(2);
  analysis.manual = true;
  rubric.criteria[0].items.push_back(analysis);
  const Proof proof = prove_losable(rubric, {mutant({"right"}), mutant({"sectors"})});
  EXPECT_THAT(proof.complaints, IsEmpty());
  EXPECT_EQ(proof.found, "2 lines, each lost by a mutant or a case; a person gives analysis");
}

TEST(ProveLosable, EachLineIsLostByName) {
  const Rubric rubric = sample_rubric();
  EXPECT_TRUE(prove_losable(rubric, {mutant({"right"}), mutant({"sectors"})}).holds());
  EXPECT_THAT(
      prove_losable(rubric, {mutant({"sectors"})}).complaints,
      ElementsAre(HasSubstr("right: no mutant and no case loses it. Write labs/demo/mutants/NAME.patch")));
}

// A wrong kernel loses its counts, too, so it does not prove anything about the counting.
TEST(ProveLosable, ALineIsNotProvedByWhatItNeeds) {
  EXPECT_THAT(prove_losable(sample_rubric(), {mutant({"right", "sectors"})}).complaints,
              ElementsAre(HasSubstr(
                  "sectors: no mutant and no case loses it while the items that it needs are kept")));
}

// A submission that does not compile loses all items, so it does not prove anything about one of them.
TEST(ProveLosable, LosingEverythingProvesNothing) {
  EXPECT_EQ(prove_losable(sample_rubric(), {mutant({"*"})}).complaints.size(), 2u);
}

TEST(ProveLosable, ALabWithoutMutantsIsNotProved) {
  SubmissionCase wrong = mutant({"right"}), slow = mutant({"sectors"});
  wrong.kind = slow.kind = CaseKind::cheat;
  EXPECT_THAT(prove_losable(sample_rubric(), {wrong, slow}).complaints,
              ElementsAre(HasSubstr("labs/demo/mutants is empty")));
}

GradeRecord record_with(Points right, Points sectors) {
  GradeRecord record;
  for (const auto& [id, earned, worth] : {std::tuple{"right", right, 6}, std::tuple{"sectors", sectors, 4}}) {
    ItemScore score;
    score.id = id;
    score.points = earned;
    score.max_points = worth;
    score.outcome = Outcome::passed;
    score.verdict = earned == Points(worth) ? Verdict::pass : Verdict::fail;
    score.reason = "because";
    record.items.push_back(score);
  }
  return record;
}

TEST(ProveSolution, EveryLineInFullOrTheReason) {
  EXPECT_TRUE(prove_solution(sample_rubric(), record_with(6, 4)).holds());
  EXPECT_THAT(prove_solution(sample_rubric(), record_with(6, 2)).complaints,
              ElementsAre("sectors: earned 2 of 4: because"));
}

TEST(ProveStarter, NothingIsGivenAway) {
  EXPECT_TRUE(prove_starter(sample_rubric(), record_with(0, 0)).holds());
  EXPECT_THAT(prove_starter(sample_rubric(), record_with(0, 2)).complaints,
              ElementsAre("sectors: earned 2 of 4, expected 0: the item is given away"));
}

TEST(ProveStarter, ACrashIsNoStart) {
  GradeRecord record = record_with(0, 0);
  record.tests = {{"Saxpy.OneElement", Outcome::crashed, "was ended by signal 11", {}, "", 0, {}}};
  EXPECT_THAT(prove_starter(sample_rubric(), record).complaints,
              ElementsAre("the test Saxpy.OneElement ends with \"crashed\": was ended by signal 11"));
  record.tests.clear();
  record.builds = {
      {Device::emulated, Flavour::counted, Outcome::build_failed, "saxpy.cu:3: error\nmore", {}, 0}};
  EXPECT_THAT(prove_starter(sample_rubric(), record).complaints,
              ElementsAre("does not compile in the counted flavour: saxpy.cu:3: error"));
}

}  // namespace
}  // namespace gridmark::proofs
