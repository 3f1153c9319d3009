// No export may tell students the name, the input or the output of a hidden test.
#include "grader/report/audience.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/report/exports.h"
#include "grader/report/json_printer.h"
#include "grader/report/terminal_printer.h"
#include "tests/report/example_records.h"
#include "tests/report/export_context.h"

namespace gridmark {
namespace {

using testing::HasSubstr;
using testing::Not;

const GradeRecord& record() {
  static const GradeRecord hidden = example("hidden");
  return hidden;
}

bool tells(const std::string& text) {
  for (const char* told : {"secret", "Secret", "31337"})
    if (text.find(told) != std::string::npos) return true;
  return false;
}

std::string all_texts(const ExportFormat& format, Audience audience) {
  const GradeRecord one = record();
  const auto files = export_records(format, {&one, 1}, export_context(format.name, audience));
  if (!files) return "error: " + sentence(files.error());
  std::string text;
  for (const ExportFile& file : *files) text += file.name + "\n" + file.text;
  return text;
}

TEST(Audience, NoFormatTellsStudentsOfAHiddenTest) {
  for (const ExportFormat& format : export_formats()) {
    const std::string text = all_texts(format, Audience::student);
    EXPECT_THAT(text, Not(HasSubstr("error: "))) << format.name;
    EXPECT_FALSE(tells(text)) << format.name << "\n" << text;
  }
}

TEST(Audience, StudentsSeeWhatAnnouncedTestsDraw) {
  const GradeRecord shown = for_audience(record(), Audience::student);
  ASSERT_EQ(shown.plots.size(), 1u);
  EXPECT_EQ(shown.plots[0].name, "seen");
  EXPECT_EQ(for_audience(record(), Audience::staff).plots.size(), 2u);
}

TEST(Audience, TheTestAboveCanFail) {
  int telling = 0;
  for (const ExportFormat& format : export_formats())
    telling += tells(all_texts(format, Audience::staff)) ? 1 : 0;
  EXPECT_GE(telling, 10) << "the example holds secrets that staff see";
}

TEST(Audience, TheTerminalAndTheRecordTellNothingEither) {
  const GradeRecord shown = for_audience(record(), Audience::student);
  EXPECT_FALSE(tells(print_terminal(shown, {})));
  EXPECT_FALSE(tells(print_json(shown)));
}

TEST(Audience, PointsAndVerdictsStayAsTheyAre) {
  const GradeRecord shown = for_audience(record(), Audience::student);
  EXPECT_EQ(shown.points, record().points);
  ASSERT_EQ(shown.items.size(), record().items.size());
  for (std::size_t i = 0; i < shown.items.size(); ++i) {
    EXPECT_EQ(shown.items[i].points, record().items[i].points);
    EXPECT_EQ(shown.items[i].outcome, record().items[i].outcome);
  }
}

TEST(Audience, AHiddenFailureIsSaidWithItsPlaceAndWithoutItsWords) {
  const ItemScore line = for_audience(record(), Audience::student).items[0];
  EXPECT_EQ(line.reason,
            "a hidden test of this line fails; its input is not shown, and the announced test passes");
  EXPECT_EQ(line.place, (Place{"benchmark.cu", 12}));
  EXPECT_THAT(line.tests, testing::ElementsAre("Naive.Square"));
}

TEST(Audience, AnAnnouncedTestThatFailsTooTellsWhatToDo) {
  const ItemScore line = for_audience(record(), Audience::student).items[1];
  EXPECT_EQ(line.reason, "c[3] is 0, expected 3.5 (and a hidden test fails, too)");
  EXPECT_EQ(line.place, (Place{"benchmark.cu", 40}));
}

TEST(Audience, AValueStaysAndItsSentenceIsOurs) {
  const ItemScore line = for_audience(record(), Audience::student).items[2];
  EXPECT_EQ(line.reason, "sectors.value is 1.8; full points are at 1.05");
  EXPECT_EQ(line.measurements[0].value, 1.8);
}

TEST(Audience, WordsOfAnAnnouncedTestAreNoSecretWhenAHiddenOneSaysTheSame) {
  GradeRecord same = record();
  same.tests[2].reason = same.tests[3].reason = "c[3] is 0, expected 3.5";
  same.items[1].tests = {"Tiled.Ragged", "Tiled.SecretShape"};
  same.items[1].reason = "c[3] is 0, expected 3.5 (and 1 more of 2 tests fails)";
  EXPECT_EQ(for_audience(same, Audience::student).items[1].reason, same.items[1].reason);
}

TEST(Audience, StaffSeeTheRecordAsItIs) { EXPECT_EQ(for_audience(record(), Audience::staff), record()); }

TEST(Audience, WithoutHiddenTestsNothingChanges) {
  const GradeRecord open = example("mixed");
  EXPECT_EQ(for_audience(open, Audience::student), open);
}

TEST(Audience, TestsOfARecordThatDoesNotSayAreHidden) {
  GradeRecord old = example("mixed");
  for (TestResult& test : old.tests) test.visibility = Visibility::unknown;
  EXPECT_TRUE(for_audience(old, Audience::student).tests.empty());
}

}  // namespace
}  // namespace gridmark
