#include "grader/written/work_log.h"

#include <gtest/gtest.h>

namespace gridmark::written {
namespace {

WrittenCheck check_log(const std::string& log, int steps = 1) {
  const Document document = read_markdown("```claims\ntiles = 1\n```\n## Work log\n\n" + log).value();
  return check_work_log(steps, document, read_claims(document.fences));
}

const char* const forms[] = {
    "Hypothesis: tiles help\nMeasurement: tiles is 1\nConclusion: they do\n",
    "**Hypothesis:** tiles help\n\n**Measurement:** `tiles` is 1\n\n**Conclusion:** they do\n",
    "1. *hypothesis*: tiles help\n   - measurement - tiles\n   - conclusion. they do\n",
    "### Hypothesis\ntiles help\n### Measurement\ntiles is 1\n### Conclusion\nthey do\n",
    "| step | Hypothesis | Measurement | Conclusion |\n|---|---|---|---|\n| 1 | tiles help | tiles: 1 | they "
    "do |\n"};

TEST(WorkLog, AStepMayBeWrittenInManyWays) {
  for (const char* form : forms) EXPECT_EQ(check_log(form).met, 1) << form;
}

TEST(WorkLog, APartThatIsMissingIsNamedWithItsStep) {
  const WrittenCheck found = check_log("Hypothesis: tiles help\nMeasurement: tiles is 1\n");
  EXPECT_EQ(found.met, 0);
  EXPECT_EQ(found.findings.at(0).reason, "this step has no conclusion");
  EXPECT_EQ(found.findings.at(0).place, (Place{"REPORT.md", 6}));
  EXPECT_EQ(check_log("Hypothesis: TODO\nMeasurement: TODO\nConclusion: TODO\n").findings.at(0).reason,
            "this step has no hypothesis");
}

TEST(WorkLog, TheMeasurementNamesAClaim) {
  for (const char* cited : {"it is 1", "tiles_more is 1", "mytiles"})
    EXPECT_EQ(check_log("Hypothesis: tiles help\nMeasurement: " + std::string(cited) + "\nConclusion: so\n")
                  .findings.at(0)
                  .reason,
              "the measurement of this step names no claim. Write the id of the claim that it is about");
}

TEST(WorkLog, TheSameStepCountsOnce) {
  const std::string step = "Hypothesis: tiles help\n\nMeasurement: tiles is 1\n\nConclusion: they do\n\n";
  const WrittenCheck found = check_log(step + step, 2);
  EXPECT_EQ(found.met, 1);
  EXPECT_EQ(found.findings.at(0).reason, "this step repeats another one");
  EXPECT_EQ(
      found.findings.at(1).reason,
      "the work log has 1 complete step, expected 2: a hypothesis, a measurement and a conclusion each");
}

std::string step(const std::string& hypothesis, const std::string& measurement,
                 const std::string& conclusion) {
  return "Hypothesis: " + hypothesis + "\n\nMeasurement: " + measurement + "\n\nConclusion: " + conclusion +
         "\n\n";
}

TEST(WorkLog, AStepOfHardlyAnyWordsIsADoubt) {
  const WrittenCheck found = check_log(step("x", "tiles", "y"));
  EXPECT_EQ(found.met, 1);
  EXPECT_EQ(found.doubted, 1);
  EXPECT_EQ(found.doubts.at(0).reason,
            "this step has 1 different word of two letters or more, expected at least 5. Describe what you "
            "expected, saw and concluded");
}

TEST(WorkLog, NearlyTheSameStepIsADoubt) {
  const std::string one =
      step("wider tiles halve the loads of the kernel", "tiles is 1 now", "loads follow the width");
  const std::string again =
      step("wider tiles halve the loads of the kernel", "tiles is 2 now", "loads follow the width");
  const WrittenCheck found = check_log(one + again, 2);
  EXPECT_EQ(found.met, 2);
  EXPECT_EQ(found.doubted, 1);
  EXPECT_EQ(found.doubts.at(0).reason,
            "this step repeats nearly all words of the one in line 6. Describe the difference");
  // A third, different step makes up for it.
  EXPECT_EQ(check_log(one + again + step("registers save reads", "tiles stays at 3", "they do save some"), 2)
                .doubted,
            0);
}

TEST(WorkLog, StepsThatAllCiteTheSameAreADoubt) {
  const auto log = [](const char* one, const char* other) {
    return check_log(
        step("tiles of 16 help a lot", one, "they did") + step("registers save reads", other, "so it was"),
        2);
  };
  const WrittenCheck found = log("tiles is 1, as before", "here we saw tiles at 1.");
  EXPECT_EQ(found.met, 2);
  EXPECT_EQ(found.doubted, 1);
  EXPECT_EQ(found.doubts.at(0).reason,
            "all 2 steps cite the same evidence (1, tiles). Write the numbers that each of them saw");
  EXPECT_EQ(log("tiles is 1", "tiles is 0.5").doubted, 0);
  EXPECT_EQ(log("tiles is 1", "tiles and two skipped steps: 3").doubted, 0);
}

TEST(WorkLog, StepsOfOtherSectionsDoNotCount) {
  EXPECT_EQ(check_log("words\n\n## Other\n\n" + std::string(forms[0])).met, 0);
  EXPECT_EQ(check_work_log(1, {}, {}).met, 0);
}

}  // namespace
}  // namespace gridmark::written
