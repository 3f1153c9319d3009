#pragma once
#include <cstddef>

namespace gridmark::similarity {

struct SimilarityLimits {
  std::size_t gram = 18;          ///< tokens: about two lines
  std::size_t window = 8;         ///< grams
  double share = 0.7;             ///< of own tokens, from which a pair is named
  std::size_t least_tokens = 80;  ///< shared, below which a pair is not named

  // Near copies: see alike.h.
  double copies = 0.7;            ///< of the larger work's tokens, where few works are near copies ...
  double copies_of_all = 0.85;    ///< ... and where all works of the class are; of half of them at least
  double clear_copies = 0.9;      ///< of one of these, where half of them do not reach that
  std::size_t sketch = 128;       ///< grams that stand for a work in a first look at a pair
  std::size_t sketch_shared = 8;  ///< of these, below which two works are not near copies

  // A gram is common that more works than this have; for sources, the same.
  double common = 8;           ///< at least,
  double common_share = 0.25;  ///< and this part of the class,
  double common_at_most = 30;  ///< but not more than this, however large the class
  double sources = 0.75;       ///< of the number for sources: a few copies do not change what is common
  double same_owners = 0.8;    ///< two stretches are listed together if their owners are alike to this part
  std::size_t more_pairs = 6;  ///< of a cluster are kept, where it has fewer members
};

}  // namespace gridmark::similarity
