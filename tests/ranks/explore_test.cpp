// Planted mistakes in the order of messages. Seeds must find them, and shrinking must reach the minimum of an
// exhaustive search.
#include "labkit/ranks/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "labkit/ranks/launch.h"

namespace gridmark::ranks {
namespace {

struct Planted {
  const char* name;
  int world;
  std::size_t differing, length;  ///< of the smallest failing order
};

class PlantedOrders : public testing::TestWithParam<Planted> {
 protected:
  Tried attempt(std::uint64_t seed, const Choices& choices) {
    router::Settings settings;
    settings.world = GetParam().world;
    settings.seed = seed;
    settings.choices = choices;
    const auto run = launcher_.run({RANKS_PROGRAMS "/orders", GetParam().name}, settings, Output::hidden, 20);
    Tried tried{run.failed(), {}};
    for (const router::Choice& one : run.network.choices) {
      tried.taken.push_back(one.taken);
    }
    return tried;
  }
  Launcher launcher_;
};

std::size_t differing(const Choices& choices) {
  return choices.size() -
         static_cast<std::size_t>(std::count(choices.begin(), choices.end(), std::size_t{0}));
}

TEST_P(PlantedOrders, AreFoundAndMadeAsSmallAsCanBe) {
  ASSERT_FALSE(attempt(0, {}).failed) << "the order of arrival must be fine";
  Choices failing;
  for (std::uint64_t seed = 1; failing.empty() && seed <= 1000; ++seed)
    if (const Tried tried = attempt(seed, {}); tried.failed) failing = tried.taken;
  ASSERT_FALSE(failing.empty());
  const Choices smallest = shrink(failing, [this](const Choices& choices) { return attempt(0, choices); });
  EXPECT_EQ(differing(smallest), GetParam().differing) << to_text(smallest);
  EXPECT_EQ(smallest.size(), GetParam().length) << to_text(smallest);
  EXPECT_TRUE(attempt(0, smallest).failed);
}

// Each of the three differs in one choice, so only the order of arrival has fewer.
TEST_P(PlantedOrders, HaveNoSmallerOrder) {
  EXPECT_FALSE(attempt(0, {}).failed);
  for (std::size_t length = 1; length < GetParam().length; ++length)
    for (std::size_t value = 1; value < static_cast<std::size_t>(GetParam().world); ++value) {
      Choices shorter(length);
      shorter.back() = value;
      EXPECT_FALSE(attempt(0, shorter).failed) << to_text(shorter);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, PlantedOrders,
                         testing::Values(Planted{"reduction", 4, 1, 1}, Planted{"server", 3, 1, 2},
                                         Planted{"shutdown", 4, 1, 1}),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(Shrink, KeepsOnlyTheChoicesThatMatter) {
  // Fails if choice 3 is at least 1 and choice 5 at least 2.
  const auto run = [](const Choices& choices) {
    return Tried{choices.size() > 5 && choices[3] >= 1 && choices[5] >= 2, choices};
  };
  EXPECT_EQ(to_text(shrink({2, 1, 0, 3, 1, 3, 2, 2}, run)), "0,0,0,1,0,2");
}

TEST(Shrink, MayEndAtTheOrderOfArrival) {
  EXPECT_TRUE(shrink({1, 2}, [](const Choices& choices) { return Tried{true, choices}; }).empty());
}

}  // namespace
}  // namespace gridmark::ranks
