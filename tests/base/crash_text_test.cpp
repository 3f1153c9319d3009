#include "base/crash_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark {
namespace {

using testing::ElementsAre;
using Kind = CrashFile::Kind;

TEST(CrashText, IsAsReviewed) {
  const CrashPicture crash{
      {{"create a.tmp", 4, CrashCall::Fate::kept},
       {"write 8 bytes to a.tmp", 5, CrashCall::Fate::partial},
       {"close a.tmp", 6, CrashCall::Fate::none}},
      3,
      2,
      {{"a", Kind::earlier, 7, 8}, {"a.tmp", Kind::torn, 4, 8}, {"log", Kind::missing, 0, 5}},
      1,
      "bad"};
  EXPECT_THAT(
      crash_text(crash, 80),
      ElementsAre("3 earlier calls are not shown", "    4  on the disk  create a.tmp",
                  "    5  partly lost  write 8 bytes to a.tmp", "    6               close a.tmp",
                  "       crash        2 saves had returned", "",
                  "a      [##########]  the earlier file, 7 bytes", "a.tmp  [#####.....]  4 of 8 bytes",
                  "log    [..........]  not on the disk", "1 more file is not shown"));
}

TEST(CrashText, OnlyAFileWithoutBytesHasAnEmptyBarAndOnlyAWholeOneAFullBar) {
  const auto bar = [](const CrashFile& file) {
    const std::string line = crash_text({{}, 0, 0, {file}, 0, ""}, 80).back();
    return std::count(line.begin(), line.end(), '#');
  };
  EXPECT_EQ(bar({"a", Kind::torn, 0, 1000}), 0);
  EXPECT_EQ(bar({"a", Kind::torn, 1, 1000}), 1);
  EXPECT_EQ(bar({"a", Kind::torn, 999, 1000}), 9);
  EXPECT_EQ(bar({"a", Kind::whole, 1000, 1000}), 10);
  EXPECT_EQ(bar({"a", Kind::whole, 0, 0}), 0);
}

TEST(CrashText, StaysWithinItsWidth) {
  const std::string words(longest_crash_words, 'w');
  CrashPicture crash{
      {{words, 1'000'000, CrashCall::Fate::lost}}, 1, 1, {{words, Kind::whole, 1, 1}}, 0, words};
  for (const std::size_t width : {48, 76})
    for (const std::string& line : crash_text(crash, width)) EXPECT_LE(line.size(), width) << line;
}

TEST(CrashText, ADiskWithoutFilesIsSaid) { EXPECT_EQ(crash_text({}, 80).back(), "no file is on the disk"); }

}  // namespace
}  // namespace gridmark
