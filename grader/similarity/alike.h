#pragma once
// Theory of operation
// A work is its tokens; a gram is so many tokens in a row. Grams of the course's own code (starter, handout,
// API, solution) and grams that many of the class have are nobody's in particular, and count for nothing.
// What is left is a work's own code. Of it, winnowing (Schleimer, Wilkerson, Aiken: "Winnowing: local
// algorithms for document fingerprinting", SIGMOD 2003) keeps the smallest hash of each window, which finds
// every shared stretch of at least gram + window - 1 tokens; pairs that share some are then compared gram by
// gram. The measure is the part of the smaller work's own tokens that the other has too, in whatever order.
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "grader/core/alike_pair.h"
#include "grader/similarity/tokens.h"

namespace gridmark::similarity {

struct SimilarityLimits {
  std::size_t gram = 18;            ///< tokens: about two lines
  std::size_t window = 8;           ///< grams
  double share = 0.7;               ///< of own tokens, from which a pair is named
  std::size_t least_tokens = 80;    ///< shared, below which nothing is said
  std::size_t common = 8;           ///< a gram of more works than this ...
  double common_share = 0.25;       ///< ... and of more than this part of the class is common,
  std::size_t common_at_most = 30;  ///< or of more works than this, however large the class
  std::size_t most_pairs = 200;
};

class Similarity {
 public:
  explicit Similarity(SimilarityLimits limits = {}) : limits_(limits) {}

  /// Code that everybody was given.
  void add_given(std::string_view source);
  /// Works of one lab; its files in order. Texts are not kept.
  void add_work(const std::string& who, const std::vector<std::string>& files);

  /// The most alike first.
  std::vector<AlikePair> pairs() const;

 private:
  struct Work {
    std::string who;
    std::vector<std::vector<int>> lines;            ///< of each token of each file
    std::vector<std::vector<std::uint64_t>> grams;  ///< of each file, by first token
  };
  using Grams = std::unordered_set<std::uint64_t>;

  std::vector<std::uint64_t> grams_of(const std::vector<SourceToken>& tokens) const;
  Grams nobodys_grams() const;
  Grams own_grams(const Work& work, const Grams& nobodys) const;
  std::vector<std::pair<std::size_t, std::size_t>> candidates(const Grams& nobodys) const;
  AlikePair compare(const Work& a, const Work& b, const Grams& nobodys) const;
  std::size_t covered(const Work& work, const Grams& grams) const;
  std::vector<AlikePlace> places(const Work& work, const Grams& grams) const;

  SimilarityLimits limits_;
  Grams given_;
  std::vector<Work> works_;
};

}  // namespace gridmark::similarity
