// Exports must not show students the name, the input or the output of a hidden test.
#include "grader/report/audience.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "grader/report/exports.h"
#include "grader/report/json_printer.h"
#include "grader/report/terminal_printer.h"
#include "tests/report/example_records.h"
#include "tests/report/export_context.h"

namespace gridmark::report {
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
  if (!files) return "error: " + message_of(files.error());
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

TEST(Audience, AHiddenFailureIsSaidWithoutItsWordsAndItsPlace) {
  const ItemScore line = for_audience(record(), Audience::student).items[0];
  EXPECT_EQ(line.reason,
            "a hidden test of this item fails. Its input is not shown, and the announced test passes");
  EXPECT_EQ(line.place, std::nullopt) << "a submission can lead each value to a line of its own";
  EXPECT_THAT(line.tests, testing::ElementsAre("Naive.Square"));
}

TEST(Audience, LinesThatOnlyAHiddenTestReachedAreNotShown) {
  GradeRecord reached = record();
  reached.tests[1].place = Place{"benchmark.cu", 90};
  reached.excerpts = {{"benchmark.cu", 38, {"a", "b", "c", "d"}}, {"benchmark.cu", 88, {"e", "f", "g"}}};
  const GradeRecord shown = for_audience(reached, Audience::student);
  ASSERT_EQ(shown.excerpts.size(), 1u);
  EXPECT_EQ(shown.excerpts[0].first, 38);
}

TEST(Audience, AnAnnouncedTestThatFailsTooTellsWhatToDo) {
  const ItemScore line = for_audience(record(), Audience::student).items[1];
  EXPECT_EQ(line.reason, "c[3] is 0, expected 3.5 (and a hidden test fails, too)");
  EXPECT_EQ(line.place, (Place{"benchmark.cu", 40}));
}

TEST(Audience, AValueStaysAndItsMessageIsOurs) {
  const ItemScore line = for_audience(record(), Audience::student).items[2];
  EXPECT_EQ(line.reason, "sectors.value is 1.8. Full points are at 1.05");
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

/// The example, with hidden tests that are known from `visibility` on.
GradeRecord known_from(Visibility visibility) {
  GradeRecord later = record();
  for (TestResult& test : later.tests)
    if (test.visibility == Visibility::hidden) test.visibility = visibility;
  return later;
}

struct Known {
  Visibility visibility;
  std::vector<Audience> audiences;  ///< audiences that may see them
};

class KnownLater : public testing::TestWithParam<Known> {};

TEST_P(KnownLater, NoFormatTellsOfATestBeforeItsTime) {
  const GradeRecord later = known_from(GetParam().visibility);
  for (const auto& [audience, name] : names(Audience{})) {
    const auto& may = GetParam().audiences;
    const bool expected = std::find(may.begin(), may.end(), audience) != may.end();
    EXPECT_EQ(tells(print_json(for_audience(later, audience))), expected) << name;
    for (const ExportFormat& format : export_formats()) {
      const auto files = export_records(format, {&later, 1}, export_context(format.name, audience));
      ASSERT_TRUE(files);
      for (const ExportFile& file : *files)
        EXPECT_FALSE(tells(file.name + file.text) && !expected) << format.name << " for " << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Audience, KnownLater,
    testing::Values(Known{Visibility::after_due,
                          {Audience::student_after_due, Audience::student_after_published, Audience::staff}},
                    Known{Visibility::after_published, {Audience::student_after_published, Audience::staff}},
                    Known{Visibility::hidden, {Audience::staff}}),
    [](const auto& known) { return std::string(name_of(known.param.visibility)); });

TEST(Audience, GradescopeIsToldWhenATestMayBeSeen) {
  for (const auto& [visibility, word] : {std::pair(Visibility::after_due, "after_due_date"),
                                         {Visibility::after_published, "after_published"}}) {
    const GradeRecord later = known_from(visibility);
    const auto& formats = export_formats();
    const auto gradescope = std::find_if(formats.begin(), formats.end(),
                                         [](const ExportFormat& one) { return one.name == "gradescope"; });
    const auto files =
        export_records(*gradescope, {&later, 1}, export_context("gradescope", Audience::staff));
    ASSERT_TRUE(files);
    EXPECT_THAT(files->front().text, HasSubstr(std::string("\"visibility\": \"") + word));
    EXPECT_THAT(files->front().text, Not(HasSubstr("\"visibility\": \"hidden")));
  }
}

}  // namespace
}  // namespace gridmark::report
