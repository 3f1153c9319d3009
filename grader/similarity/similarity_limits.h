#pragma once
#include <cstddef>

namespace gridmark::similarity {

struct SimilarityLimits {
  std::size_t gram = 18;          ///< in tokens, about two lines
  std::size_t window = 8;         ///< in grams
  double share = 0.7;             ///< minimal share of own tokens for a pair
  std::size_t least_tokens = 80;  ///< minimal shared tokens of a pair

  // Near copies: see alike.h.
  double copies = 0.7;            ///< share of the larger work's tokens, if few works are near copies
  double copies_of_all = 0.85;    ///< the same, if all works are. Half of them must reach it
  double clear_copies = 0.9;      ///< the same for a single work, if that half does not reach it
  std::size_t sketch = 128;       ///< grams that represent a work in a first look at a pair
  std::size_t sketch_shared = 8;  ///< minimal number of shared ones for near copies

  // A gram is common if more works and sources than this have it.
  double common = 8;           ///< the minimum
  double common_share = 0.25;  ///< part of the class
  double common_at_most = 30;  ///< the maximum, for large classes
  double sources = 0.75;       ///< of the limit for works: a few copies do not change it
  double same_owners = 0.8;    ///< similarity of owners for listing two stretches together
  std::size_t more_pairs = 6;  ///< pairs that a small cluster keeps, if it has so many
};

}  // namespace gridmark::similarity
