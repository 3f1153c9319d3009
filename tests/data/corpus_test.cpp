#include "labkit/data/corpus.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

namespace gridmark::data {
namespace {

TEST(Corpus, IsFixedByItsTwoSeeds) {
  const Grammar grammar(1);
  EXPECT_EQ(grammar.write(2, 500).bytes, Grammar(1).write(2, 500).bytes);
  EXPECT_NE(grammar.write(2, 500).bytes, grammar.write(3, 500).bytes);
  EXPECT_NE(grammar.write(2, 500).bytes, Grammar(2).write(2, 500).bytes);
  EXPECT_GE(grammar.write(2, 500).bytes.size(), 500u);
}

TEST(Corpus, IsSentencesOfWords) {
  std::istringstream text(Grammar(1).write(2, 5000).bytes);
  std::string sentence;
  int sentences = 0;
  for (; std::getline(text, sentence); ++sentences) {
    ASSERT_GE(sentence.size(), 8u);
    EXPECT_TRUE(sentence.back() == '.' || sentence.back() == '!') << sentence;
    EXPECT_EQ(sentence.find_first_not_of("abcdefghijklmnopqrstuvwxyz .!"), std::string::npos) << sentence;
  }
  EXPECT_GT(sentences, 50);
}

// The law of large numbers: the information in the choices of a long text equals the computed entropy. 4 MB
// have about 100,000 independent sentences. The deviation of the mean is below 0.001.
TEST(Corpus, EntropyIsTheInformationOfALongTextPerByte) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Grammar grammar(seed);
    const Grammar::Text text = grammar.write(9, 4'000'000);
    EXPECT_NEAR(text.nats / static_cast<double>(text.bytes.size()), grammar.nats_per_byte(), 0.002) << seed;
  }
}

/// The entropy per byte of the next word for a reader who knows only the last one, from counts.
double entropy_by_counting(const std::string& bytes) {
  std::map<std::string, std::map<std::string, double>> next;
  std::istringstream text(bytes);
  std::string before, word;
  while (text >> word) {
    next[before][word] += 1;
    before = word;
  }
  double nats = 0;
  for (const auto& [state, words] : next) {
    double total = 0;
    for (const auto& [name, times] : words) total += times;
    for (const auto& [name, times] : words) nats -= times * std::log(times / total);
  }
  return nats / static_cast<double>(bytes.size());
}

// Counted without knowledge of the grammar. A reader who knows only one word is slightly worse than the
// grammar, and never better.
TEST(Corpus, EntropyIsBelowThatOfAReaderWhoRemembersOneWord) {
  const Grammar grammar(1);
  const double counted = entropy_by_counting(grammar.write(9, 4'000'000).bytes);
  EXPECT_GT(counted, grammar.nats_per_byte());
  EXPECT_LT(counted, grammar.nats_per_byte() + 0.15);
}

}  // namespace
}  // namespace gridmark::data
