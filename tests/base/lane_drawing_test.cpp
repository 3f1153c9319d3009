#include "base/lane_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double us = 1e-6;

/// A ring of three. After one complete round, rank 2 waits for a different tag, and rank 1 is dead.
RankLanes stuck_ring() {
  RankLanes lanes;
  lanes.ranks = {{"", "", 0, 6 * us, false},
                 {"", "", 0, 5 * us, true},
                 {"waits for a message from rank 1 (tag 7, 4 bytes)", "ring.cu", 14, 5 * us, false}};
  for (int rank = 0; rank < 3; ++rank) {
    lanes.messages.push_back({rank, (rank + 1) % 3, 0, 4, 0, 5 * us});
    lanes.waits.push_back({rank, 1 * us, 5 * us});
  }
  lanes.messages.push_back({0, 2, 1, 16, 6 * us, -1});
  lanes.earlier = 12;
  return lanes;
}

TEST(LanesText, IsAsReviewed) {
  EXPECT_THAT(
      lanes_text(stuck_ring(), 100),
      ElementsAre("12 earlier messages are not shown", "   sent us    there us  rank 0    rank 1    rank 2",
                  "     0.000       5.000  *-------->:         :         tag 0, 4 bytes",
                  "     0.000       5.000  :         *-------->:         tag 0, 4 bytes",
                  "     0.000       5.000  :<--------:---------*         tag 0, 4 bytes",
                  "     6.000       never  *- - - - - - - - - >:         tag 1, 16 bytes",
                  "                        =         !         X",
                  "* sent  > received  : waits  = ended  X waits for ever  ! died",
                  "rank 1 ended in the middle",
                  "rank 2 waits for a message from rank 1 (tag 7, 4 bytes) at ring.cu:14"));
}

TEST(LanesText, ARankThatDoesNotWaitHasAPlainLane) {
  RankLanes lanes = stuck_ring();
  lanes.waits.clear();
  EXPECT_THAT(lanes_text(lanes, 100)[3], HasSubstr("|         *-------->|"));
}

TEST(LanesText, StaysWithinItsWidthAndFortyLines) {
  for (const int world : {1, 5, 12, 40, 256})
    for (const std::size_t width : {72, 76, 100}) {
      RankLanes lanes;
      for (int rank = 0; rank < world; ++rank)
        lanes.ranks.push_back({"waits at the barrier", "a.cu", 1, 0, false});
      for (std::size_t i = 0; i < most_lane_messages; ++i)
        lanes.messages.push_back({static_cast<int>(i) % world, world - 1, 0, 123456, 1e-3, 2e-3});
      lanes.earlier = lanes.later = 1'000'000;
      const auto lines = lanes_text(lanes, width);
      EXPECT_LE(lines.size(), 40u);
      for (const std::string& line : lines) EXPECT_LE(line.size(), width) << line;
    }
}

TEST(LanesText, NamesTheWayOfAMessageWhoseLaneHasNoRoom) {
  RankLanes lanes;
  lanes.ranks.resize(200);
  lanes.messages = {{1, 199, 3, 8, 0, 5 * us}};
  const auto lines = lanes_text(lanes, 100);
  EXPECT_THAT(lines[1], HasSubstr("1 to 199, tag 3, 8 bytes"));
  EXPECT_THAT(lines.back(), HasSubstr("to 199 have no room"));
}

TEST(LaneDrawings, MomentsInOrderAreEquallyFarApart) {
  RankLanes lanes;
  lanes.ranks = {{"", "", 0, 1000 * us, false}, {"", "", 0, 0, false}};
  lanes.messages = {{0, 1, 0, 4, 0, 1 * us}, {1, 0, 0, 4, 2 * us, 1000 * us}};
  const LaneDrawing drawing = drawn_lanes(lanes, 640, LaneTime::in_order);
  const auto& [first, second] = std::pair(drawing.arrows.at(0), drawing.arrows.at(1));
  EXPECT_NEAR(first.x2 - first.x1, second.x2 - second.x1, 1e-9);
  EXPECT_NEAR(second.x2, drawing.end, 1e-9);
  EXPECT_LT(first.y1, first.y2);
  EXPECT_GT(second.y1, second.y2);
  const LaneDrawing scaled = drawn_lanes(lanes, 640, LaneTime::to_scale);
  EXPECT_LT(scaled.arrows.at(0).x2 - scaled.arrows.at(0).x1, 1);
}

TEST(LaneDrawings, AWaitThatNeverEndsGoesOnToTheRight) {
  const LaneDrawing drawing = drawn_lanes(stuck_ring(), 640, LaneTime::in_order);
  EXPECT_TRUE(drawing.rows.at(2).waits);
  EXPECT_FALSE(drawing.rows.at(1).waits);
  EXPECT_LT(drawing.end, drawing.right - 50) << "there is room for it behind the last moment";
  EXPECT_GT(drawing.arrows.at(3).x2, drawing.arrows.at(3).x1)
      << "a message that nobody received has a length";
  for (const auto& wait : drawing.waits) EXPECT_GT(wait.width, 0);
}

TEST(LaneDrawings, NothingHasHappened) {
  RankLanes lanes;
  lanes.ranks = {{"waits at the barrier", "", 0, 0, false}};
  const LaneDrawing drawing = drawn_lanes(lanes, 640, LaneTime::in_order);
  EXPECT_EQ(drawing.rows.at(0).end, drawing.left);
}

}  // namespace
}  // namespace gridmark
