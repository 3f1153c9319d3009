#include "grader/similarity/alike.h"

#include <gmock/gmock.h>

#include <regex>

#include "tests/similarity/honest_works.h"

namespace gridmark::similarity {
namespace {

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
  for (const auto& [from, to] : words) text = std::regex_replace(text, std::regex("\\b" + from + "\\b"), to);
  return text;
}

/// Everything that somebody does who hopes that nobody sees it: names, comments, blanks and the order of
/// functions.
std::string disguised(const std::string& work) {
  std::string text = replaced(work, {{"sum", "accumulator"},
                                     {"row", "line"},
                                     {"out", "result"},
                                     {"i", "index"},
                                     {"threads", "n_threads"},
                                     {"axpy_kernel", "my_kernel"},
                                     {"m", "matrix"}});
  const auto half = text.find("__global__", text.find("__global__") + 1);
  text = text.substr(half) + "\n// written on my own\n" + text.substr(0, half);
  return std::regex_replace(text, std::regex(";\n"), ";  /* next */\n\n");
}

class AlikeTest : public testing::Test {
 protected:
  AlikeTest() { similarity_.add_given(given_code()); }
  void add(const std::string& who, const std::string& text) { similarity_.add_work(who, {text}); }
  void add_class() {
    const std::vector<std::string> works = honest_works();
    for (std::size_t i = 0; i < works.size(); ++i) add("s" + std::to_string(i), works[i]);
  }
  Similarity similarity_;
};

TEST_F(AlikeTest, TwentyWhoWroteApartAreNotNamed) {
  add_class();
  for (const AlikePair& pair : similarity_.pairs())
    ADD_FAILURE() << pair.a << " and " << pair.b << ": " << pair.share << ", " << pair.tokens << " tokens";
}

TEST_F(AlikeTest, ADisguisedCopyIsTheFirstPairInAClass) {
  add_class();
  add("copy", disguised(honest_works()[0]));
  const auto pairs = similarity_.pairs();
  ASSERT_FALSE(pairs.empty());
  EXPECT_EQ(pairs[0].a, "s0");
  EXPECT_EQ(pairs[0].b, "copy");
  EXPECT_GT(pairs[0].share, 0.85);
  for (std::size_t i = 1; i < pairs.size(); ++i) EXPECT_TRUE(pairs[i].b == "copy" || pairs[i].a == "copy");
}

TEST_F(AlikeTest, NamesThatBeginAsCudasOwnAreNamesAllTheSame) {
  const std::string work = honest_works()[6];
  add("ada", work);
  add("bo", std::regex_replace(work, std::regex(R"(\b(row|column|tile|sum|n|m|k|a|b|c|i|j)\b)"), "cuda_$1"));
  ASSERT_EQ(similarity_.pairs().size(), 1u);
  EXPECT_GT(similarity_.pairs()[0].share, 0.95);
}

TEST_F(AlikeTest, FiveWhoShareOneWorkAreAllNamed) {
  add_class();
  for (int i = 0; i < 4; ++i) add("copy" + std::to_string(i), honest_works()[7]);
  int pairs = 0;
  for (const AlikePair& pair : similarity_.pairs())
    pairs += (pair.a == "s7" || pair.a.starts_with("copy")) && pair.b.starts_with("copy") ? 1 : 0;
  EXPECT_EQ(pairs, 10);
}

TEST_F(AlikeTest, WhatWasGivenIsNobodysWork) {
  add("ada", given_code());
  add("bo", given_code());
  EXPECT_TRUE(similarity_.pairs().empty());
}

TEST_F(AlikeTest, PlacesAreLinesOfEach) {
  const std::string work = honest_works()[6];
  add("ada", work);
  add("bo", "\n\n\n" + work);
  const auto pairs = similarity_.pairs();
  ASSERT_EQ(pairs.size(), 1u);
  ASSERT_EQ(pairs[0].places_a.size(), pairs[0].places_b.size());
  EXPECT_EQ(pairs[0].places_b[0].first, pairs[0].places_a[0].first + 3);
  EXPECT_EQ(pairs[0].places_b[0].last, pairs[0].places_a[0].last + 3);
}

TEST_F(AlikeTest, AnyBytesAreRead) {
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>((i * 37) % 256);
  add("ada", bytes + "\"unfinished");
  add("bo", "/* without end");
  add("cy", "");
  add("dee", "'\\");
  EXPECT_TRUE(similarity_.pairs().empty());
}

}  // namespace
}  // namespace gridmark::similarity
