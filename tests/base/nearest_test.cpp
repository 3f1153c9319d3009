#include "base/nearest.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

const std::vector<std::string> keys{"id", "title", "points", "needs", "tests", "targets"};

TEST(Nearest, ATypoFindsItsWord) {
  EXPECT_EQ(nearest("pionts", keys), "points");
  EXPECT_EQ(nearest("titel", keys), "title");
  EXPECT_EQ(nearest("lab1-gpu-basic", std::vector<std::string>{"lab0-warm-up", "lab1-gpu-basics"}),
            "lab1-gpu-basics");
}

TEST(Nearest, NothingNearIsNoGuess) {
  EXPECT_EQ(nearest("deadline", keys), std::nullopt);
  EXPECT_EQ(nearest("", keys), std::nullopt);
  EXPECT_EQ(nearest("xx", std::vector<std::string>{"id"}), std::nullopt) << "every letter differs";
}

TEST(Nearest, HugeNamesCostNothing) { EXPECT_EQ(nearest(std::string(1 << 20, 'x'), keys), std::nullopt); }

TEST(Suggestion, ListsWhatIsThereWhenNothingIsNear) {
  EXPECT_EQ(suggestion("pionts", keys), "; did you mean \"points\"?");
  EXPECT_EQ(suggestion("deadline", keys), "; known: id, title, points, needs, tests, targets");
  EXPECT_EQ(suggestion("x", {}), "");
}

TEST(Suggestion, APartOfANameFindsThoseThatHaveIt) {
  const std::vector<std::string> items{"coalesced_sectors", "tiled_bytes", "regtile_bytes"};
  EXPECT_EQ(suggestion("sectors", items), "; did you mean \"coalesced_sectors\"?");
  EXPECT_EQ(suggestion("bytes", items), "; did you mean one of tiled_bytes, regtile_bytes?");
  EXPECT_EQ(suggestion("by", items), "; known: coalesced_sectors, tiled_bytes, regtile_bytes");
}

TEST(Suggestion, ALongListIsCut) {
  std::vector<std::string> many;
  for (int i = 0; i < 20; ++i) many.push_back("candidate" + std::to_string(i));
  const std::string text = suggestion("nothing like it", many);
  EXPECT_NE(text.find("candidate11, ..."), std::string::npos) << text;
  EXPECT_EQ(text.find("candidate12"), std::string::npos) << text;
}

}  // namespace
}  // namespace gridmark
