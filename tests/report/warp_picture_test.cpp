#include "grader/report/warp_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::report::html {
namespace {

using testing::HasSubstr;
using enum WarpAccess::Kind;

/// All lanes, with a stride of `stride` bytes.
WarpAccess strided(WarpAccess::Kind kind, int bytes, int stride, int first = 0) {
  WarpAccess access{kind, bytes, {}, {}};
  for (int lane = 0; lane < 32; ++lane) {
    access.lanes.push_back(lane);
    access.offsets.push_back(first + lane * stride);
  }
  return access;
}

std::string picture_of(const WarpAccess& access) { return filled("warp.html", warp_data(access)); }

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++found;
  return found;
}

TEST(WarpPicture, ARowOfWordsFillsFourSectors) {
  const WarpAccess row = strided(load, 4, 4);
  EXPECT_EQ(excess_of(row), 0);
  const std::string html = picture_of(row);
  EXPECT_THAT(html, HasSubstr("A load by 32 lanes of 4 bytes touches 4 sectors, as few as its bytes fill."));
  EXPECT_EQ(count(html, "<line class=\"wire\""), 32u);
  EXPECT_EQ(count(html, "class=\"more\""), 0u);
}

TEST(WarpPicture, AStrideTouchesASectorForEachLane) {
  const std::string html = picture_of(strided(store, 4, 1024));
  EXPECT_EQ(excess_of(strided(store, 4, 1024)), 28);
  EXPECT_THAT(html, HasSubstr("A store by 32 lanes of 4 bytes touches 32 sectors. Its bytes fill 4."));
  EXPECT_EQ(count(html, "class=\"more\""), 28u);
  EXPECT_EQ(count(html, "class=\"wire dear\""), 28u);
}

TEST(WarpPicture, AMisalignedRowTouchesOneSectorMoreAndSomeLanesTwo) {
  EXPECT_EQ(excess_of(strided(load, 4, 4, 4)), 1);
  EXPECT_EQ(count(picture_of(strided(load, 8, 8, 4)), "<line"),
            32u + 8u);  // every fourth pair of words is cut
}

TEST(WarpPicture, AColumnOfATileAsksOneBankForAllOfItsWords) {
  const WarpAccess column = strided(shared, 4, 128);
  EXPECT_EQ(excess_of(column), 31);
  const std::string html = picture_of(column);
  EXPECT_THAT(html,
              HasSubstr("32 lanes of 4 bytes take 32 wavefronts: bank 0 is asked for 32 different words."));
  EXPECT_EQ(count(html, "class=\"more\""), 31u);
  EXPECT_EQ(excess_of(strided(shared, 4, 132)), 0) << "with a column of padding";
}

TEST(WarpPicture, WideLanesAreServedInGroups) {
  EXPECT_EQ(excess_of(strided(shared, 8, 8)), 0) << "16 lanes at a time";
  EXPECT_EQ(excess_of(strided(shared, 16, 16)), 0) << "8 lanes at a time";
  EXPECT_THAT(picture_of(strided(shared, 8, 128)), HasSubstr("16 lanes of 8 bytes take 16 wavefronts"));
}

TEST(WarpPicture, OneWordForAllIsOneWavefrontAndOneSector) {
  EXPECT_EQ(excess_of(strided(shared, 4, 0)), 0);
  EXPECT_EQ(excess_of(strided(load, 4, 0)), 0);
  EXPECT_THAT(picture_of({load, 1, {5}, {9}}), HasSubstr("A load by 1 lane of 1 byte touches 1 sector,"));
}

}  // namespace
}  // namespace gridmark::report::html
