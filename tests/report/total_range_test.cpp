// Open points add up to the same range in every output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "grader/load/load_record.h"
#include "grader/report/html_printer.h"
#include "grader/report/json_printer.h"
#include "grader/report/standing.h"
#include "grader/report/terminal_printer.h"
#include "tests/score/sample.h"

namespace gridmark::report {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const Curve steps{Curve::Kind::steps, Curve::Better::higher, {{2, 1}, {1.5, 0.5}}};

/// Right earns 2 of 2. The paired timing is between half of its 3 points and all, so 1.5 are open. The item
/// that needs the paired timing is completely open: 1. A person has not judged 2 points yet. One test has
/// failed: 0 of 4.
struct Mixed : Sample {
  Mixed() {
    Target& target = rubric.criteria[1].items[0].targets.at(Device::emulated);
    target = {"quick.speed", "Counted.Quick", Flavour::fast, "ratio", steps, 10};
    results.measurements = {paired_timing(1.6, 2.4)};
    Item analysis{"analysis", "It explains", 2, {}, {}, {}};
    analysis.manual = true;
    const Item lost{"lost", "It is small", 4, {}, {"Small.*"}, {}};
    rubric.criteria.push_back({"rest", "The rest", {analysis, lost}});
    results.tests.push_back({"Small.One", Outcome::wrong_answer, "it is not", {}, "", 0.1});
    facts.asked.insert(facts.asked.end(), {"analysis", "lost"});
  }
  static Measurement paired_timing(double low, double high) {
    Measurement seen = sample_bytes(2);
    seen.name = "quick.speed";
    seen.flavour = Flavour::fast;
    seen.provenance = Provenance::measured;
    seen.paired_timing = PairedTimingFacts{};
    seen.paired_timing->clock = timing::ClockKind::cpu;
    seen.paired_timing->low = low;
    seen.paired_timing->high = high;
    return seen;
  }
  GradeRecord record() const { return graded().value(); }
};

std::string earned(const GradeRecord& record, const std::string& item) {
  for (const ItemScore& score : record.items)
    if (score.id == item) return earned_text(score);
  return "no such item";
}

TEST(TotalRange, IsTheSumOfWhatIsOpenInEachItem) {
  const GradeRecord record = Mixed().record();
  EXPECT_EQ(earned(record, "right"), "2");
  EXPECT_EQ(earned(record, "quick"), "1.5-3");
  EXPECT_EQ(earned(record, "extra"), "0-1");
  EXPECT_EQ(earned(record, "analysis"), "0-2");
  EXPECT_EQ(earned(record, "lost"), "0");
  EXPECT_EQ(earned_text(record, record.criteria[1]), "1.5-4");
  EXPECT_EQ(earned_text(record, record.criteria[2]), "0-2");
  EXPECT_EQ(record.points, Points(3.5));
  EXPECT_EQ(record.points_at_most, Points(8));
  EXPECT_EQ(record.max_points, Points(12));
}

TEST(TotalRange, StandsInEveryReport) {
  const GradeRecord record = Mixed().record();
  const std::string terminal = print_terminal(record, {});
  EXPECT_THAT(terminal, HasSubstr("3.5-8 of 12 points"));
  EXPECT_THAT(terminal, ContainsRegex("It is quick.*1\\.5-3 / 3"));
  EXPECT_THAT(print_html(record), HasSubstr("3.5-8 <small>of 12 points</small>"));
  const auto printed = nlohmann::json::parse(print_json(record));
  EXPECT_EQ(printed["points"], 3.5);
  EXPECT_EQ(printed["points_at_most"], 8);
  double least = 0, most = 0;
  for (const auto& item : printed["items"]) {
    least += item["points"].get<double>();
    most += item.value("points_at_most", item["points"].get<double>());
  }
  EXPECT_EQ(least, 3.5);
  EXPECT_EQ(most, 8);
}

TEST(TotalRange, SaysWhoDecides) {
  Mixed sample;
  sample.rubric.passing = 0.5;
  const auto words = [&] { return standing_words(sample.record(), "6"); };
  EXPECT_THAT(words(), HasSubstr("until a person and a quieter machine have decided on the open points"));
  sample.facts.manual = {{"mine", "analysis", 1, "Ada", ""}};
  EXPECT_THAT(words(), HasSubstr("until a quieter machine has timed the open points"));
  sample.results.measurements = {Mixed::paired_timing(1.6, 1.9)};
  EXPECT_THAT(words(), Not(HasSubstr("until")));
}

// If an item needs full points in one that can no longer have them, it is lost even before that one is
// decided.
TEST(TotalRange, HasNothingThatCanNoLongerBeEarned) {
  Mixed sample;
  sample.results.measurements = {Mixed::paired_timing(1.2, 1.9)};
  const GradeRecord record = sample.record();
  EXPECT_EQ(earned(record, "quick"), "0-1.5");
  EXPECT_EQ(earned(record, "extra"), "0");
}

TEST(TotalRange, SurvivesTheRecord) {
  const GradeRecord record = Mixed().record();
  const auto loaded = load::load_record(print_json(record));
  ASSERT_TRUE(loaded) << message_of(loaded.error());
  EXPECT_EQ(print_terminal(*loaded, {}), print_terminal(record, {}));
}

TEST(TotalRange, OfAnItemLiesWithinItsPoints) {
  auto changed_record = nlohmann::ordered_json::parse(print_json(Mixed().record()));
  changed_record["items"][1]["points_at_most"] = 3.5;
  const auto loaded = load::load_record(changed_record.dump());
  ASSERT_FALSE(loaded);
  EXPECT_THAT(message_of(loaded.error()), HasSubstr("/items/1/points_at_most: found 3.5, expected 1.5 to 3"));
}

}  // namespace
}  // namespace gridmark::report
