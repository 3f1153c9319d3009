#include "grader/core/root_cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark {
namespace {

using Kind = Cause::Kind;
using testing::ElementsAre;

ItemScore lost(const std::string& id, Points worth, std::optional<Place> place = {},
               std::optional<Cause> cause = {}) {
  ItemScore item;
  item.id = item.title = id;
  item.max_points = worth;
  item.outcome = Outcome::wrong_answer;
  item.reason = "the reason of " + id;
  item.place = std::move(place);
  item.cause = std::move(cause);
  return item;
}

std::vector<std::string> ids(const std::vector<const ItemScore*>& items) {
  std::vector<std::string> all;
  for (const ItemScore* item : items) all.push_back(item->id);
  return all;
}

const Place line{"a.cu", 7}, other_line{"a.cu", 9};

TEST(RootCauses, OneRaceOfManyItemsIsOneCause) {
  const std::vector<ItemScore> items{lost("tiled", 2, line, Cause{Kind::race, "threads 0 and 1"}),
                                     lost("edges", 1, other_line, Cause{Kind::race, "threads 0 and 1"}),
                                     lost("hazards", 3, line, Cause{Kind::race, "threads 2 and 3"})};
  const auto causes = root_causes(items, true);
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_THAT(ids(causes[0].items), ElementsAre("tiled", "hazards"));
  EXPECT_EQ(causes[0].lost, Points(5));
  EXPECT_THAT(ids(causes[1].items), ElementsAre("edges")) << "a race at another line is another one";
}

TEST(RootCauses, WhatDoesNotCompileComesBeforeMorePoints) {
  const std::vector<ItemScore> items{lost("race", 5, line, Cause{Kind::race, "a race"}),
                                     lost("file", 1, other_line, Cause{Kind::not_built, "no ;"})};
  EXPECT_EQ(root_causes(items, true).front().leader().id, "file");
}

TEST(RootCauses, OfEqualPointsAFaultOfMemoryComesFirst) {
  const std::vector<ItemScore> items{lost("value", 2, line),
                                     lost("race", 2, other_line, Cause{Kind::race, "a race"})};
  EXPECT_EQ(root_causes(items, true).front().leader().id, "race");
}

TEST(RootCauses, AnItemThatWaitsHangsOnWhatItNeeds) {
  std::vector<ItemScore> items{lost("fast", 6), lost("slow", 1, line), lost("other", 3, other_line)};
  items[0].unmet_need = "slow";
  const auto causes = root_causes(items, true);
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_EQ(causes[0].leader().id, "slow") << "seven points hang on it";
  EXPECT_THAT(ids(causes[0].waiting), ElementsAre("fast"));
  EXPECT_EQ(causes[0].lost, Points(1));
  EXPECT_EQ(causes[0].waits, Points(6));
}

TEST(RootCauses, WhatIsOpenIsNotToBeFixed) {
  std::vector<ItemScore> items{lost("review", 9, line), lost("value", 1, other_line)};
  items[0].verdict = Verdict::inconclusive;
  const auto causes = root_causes(items, true);
  EXPECT_EQ(causes[0].leader().id, "value");
  EXPECT_FALSE(causes[1].is_fixable());
}

TEST(RootCauses, WrongValuesFromOneLineAreToldTogether) {
  EXPECT_TRUE(is_same_root(lost("a", 1, line), lost("b", 1, line)));
  EXPECT_FALSE(is_same_root(lost("a", 1, line), lost("b", 1, other_line)));
  EXPECT_FALSE(is_same_root(lost("a", 1), lost("b", 1))) << "without a line only the same words are the same";
}

// Two counts of one line are two separate faults.
TEST(RootCauses, MissedLimitsAtOneLineStayApart) {
  ItemScore sectors = lost("sectors", 1, line), conflicts = lost("conflicts", 1, line);
  sectors.outcome = conflicts.outcome = Outcome::passed;
  EXPECT_FALSE(is_same_root(sectors, conflicts));
}

}  // namespace
}  // namespace gridmark
