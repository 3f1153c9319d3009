#include "grader/score/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/score/sample.h"

namespace gridmark::score {
namespace {

using testing::ElementsAre;

std::vector<std::string> asked(const Selection& selection, Device device = Device::emulated) {
  return asked_items(sample_rubric(), device, selection).value();
}

std::string complaint(const Selection& selection) {
  const auto items = asked_items(sample_rubric(), Device::emulated, selection);
  return items ? "no complaint" : message_of(items.error());
}

TEST(AskedItems, EverythingUnlessToldOtherwise) {
  EXPECT_THAT(asked({}), ElementsAre("right", "quick", "extra"));
}

TEST(AskedItems, OnlyTakesIdsOfItemsAndOfCriteria) {
  EXPECT_THAT(asked({.only = {"extra", "right"}}), ElementsAre("right", "extra")) << "in the rubric's order";
  EXPECT_THAT(asked({.only = {"more"}}), ElementsAre("quick", "extra"));
}

TEST(AskedItems, QuickLeavesTheCountedBuildOutAndWhatNeedsIt) {
  EXPECT_THAT(asked({.only = {}, .quick = true}), ElementsAre("right"));
  EXPECT_THAT(asked({.only = {"correct"}, .quick = true}), ElementsAre("right"));
}

std::vector<std::string> quick_items(const Rubric& rubric) {
  return asked_items(rubric, Device::emulated, {.only = {}, .quick = true}).value();
}

TEST(AskedItems, QuickLeavesOutWhatIsTimed) {
  Rubric rubric = sample_rubric();
  Target& target = rubric.criteria[1].items[0].targets.at(Device::emulated);
  target.flavour = Flavour::fast;
  EXPECT_THAT(quick_items(rubric), ElementsAre("right", "quick", "extra"));
  target.paired_timing_seconds = 10;
  EXPECT_THAT(quick_items(rubric), ElementsAre("right"));
}

TEST(AskedItems, QuickLeavesOutWhatTakesLongAndWhatNeedsIt) {
  Rubric rubric = sample_rubric();
  rubric.criteria[1].items[0].targets.at(Device::emulated).flavour = Flavour::fast;
  rubric.criteria[1].items[1].quick = false;
  EXPECT_THAT(quick_items(rubric), ElementsAre("right", "quick"));
  rubric.criteria[1].items[0].quick = false;
  rubric.criteria[1].items[1].quick = true;
  EXPECT_THAT(quick_items(rubric), ElementsAre("right"));
  EXPECT_THAT(asked_items(rubric, Device::emulated, {}).value(), ElementsAre("right", "quick", "extra"));
}

TEST(AskedItems, WrongIdsAreWrongUsage) {
  EXPECT_EQ(complaint({.only = {"rigth"}}),
            "--only: found \"rigth\", expected the id of an item or criterion; did you mean \"right\"?");
  EXPECT_EQ(complaint({.only = {"quick"}, .quick = true}),
            "--quick: leaves nothing to grade: every requested item is counted, timed or long, or needs such "
            "an item");
}

TEST(FlavoursNeeded, FollowTheItemsAndWhatTheyNeed) {
  const Rubric rubric = sample_rubric();
  EXPECT_THAT(flavours_needed(rubric, Device::emulated, {"right"}), ElementsAre(Flavour::fast));
  EXPECT_THAT(flavours_needed(rubric, Device::emulated, {"quick"}),
              ElementsAre(Flavour::fast, Flavour::counted));
  EXPECT_THAT(flavours_needed(rubric, Device::emulated, {"extra"}),
              ElementsAre(Flavour::fast, Flavour::counted))
      << "extra needs quick";
  EXPECT_THAT(flavours_needed(rubric, Device::cuda, {"quick"}), ElementsAre(Flavour::fast, Flavour::counted))
      << "counts are the emulated device's";
}

TEST(TestFilter, HoldsThePatternsOfTheItemsAndOfWhatTheyNeedOnce) {
  const Rubric rubric = sample_rubric();
  EXPECT_EQ(test_filter(rubric, Device::emulated, {"right"}), "Right.*");
  EXPECT_EQ(test_filter(rubric, Device::emulated, {"extra"}), "Right.*:Counted.Quick:Extra.*");
  EXPECT_EQ(test_filter(rubric, Device::cuda, {"quick"}), "Right.*:Counted.Quick");
  EXPECT_EQ(test_filter(rubric, Device::emulated, {}), "");
}

TEST(TestFilter, LeavesOutWhatNoWorkerCanRun) {
  EXPECT_EQ(test_filter(sample_rubric(), Device::emulated, {"extra"}, {Flavour::fast}), "Right.*:Extra.*");
  EXPECT_EQ(test_filter(sample_rubric(), Device::emulated, {"extra"}, {}), "Right.*:Extra.*");
}

}  // namespace
}  // namespace gridmark::score
