#pragma once
// Grams as small numbers, so that a set of them is an array.
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "grader/core/alike_pair.h"

namespace gridmark::similarity {

/// A gram's position in the order of all hashes. The smaller of two grams has the smaller hash.
using Gram = std::uint32_t;

/// Replaces a gram that is not a work's own.
inline constexpr Gram not_own = ~Gram{0};

/// A work as it was read: for each file the hashes of its grams, by first token, and the lines of its tokens.
struct HashedWork {
  bool of_class = true;  ///< false: from elsewhere, and the class is compared with it
  std::vector<std::vector<std::uint64_t>> files;
  std::vector<std::vector<int>> lines;
};

struct GramWork {
  bool of_class = true;
  std::vector<std::vector<int>> lines;   ///< of each token
  std::vector<std::vector<Gram>> files;  ///< by first token
  std::vector<Gram> own;                 ///< the grams of `files`, each once, ascending
  std::size_t tokens = 0;                ///< tokens that are in one of `own`
};

/// A set that can be emptied at no cost.
class GramSet {
 public:
  explicit GramSet(std::size_t grams) : turns_(grams, 0) {}
  void assign(const std::vector<Gram>& grams) {
    ++turn_;
    for (const Gram gram : grams) turns_[gram] = turn_;
  }
  bool contains(Gram gram) const { return gram < turns_.size() && turns_[gram] == turn_; }

 private:
  std::vector<std::uint32_t> turns_;  ///< for each gram, the last assign() that had it
  std::uint32_t turn_ = 0;
};

/// All works of one comparison.
struct GramTable {
  std::size_t gram_tokens = 0;  ///< the length of a gram
  std::size_t grams = 0;        ///< all numbers are below this
  std::vector<GramWork> works;

  /// The works sorted by their number of own tokens, fewest first.
  std::vector<std::size_t> by_size() const;
  /// The number of a work's tokens that are in one of these grams.
  std::size_t covered(const GramWork& work, const GramSet& grams) const;
  /// The lines of the grams from `begin` to before `end`.
  AlikePlace place(const GramWork& work, std::size_t file, std::size_t begin, std::size_t end) const;
  /// The lines of all of these grams.
  std::vector<AlikePlace> places(const GramWork& work, const GramSet& grams) const;
  /// Removes these grams from the works' own code.
  void leave_out(const std::vector<bool>& grams);
  /// Updates `own` and `tokens` from `files`.
  void count_own(GramWork& work) const;
};

/// Numbers the grams of all works. A given gram is not any work's own.
GramTable numbered(std::vector<HashedWork> works, const std::unordered_set<std::uint64_t>& given,
                   std::size_t gram_tokens);

}  // namespace gridmark::similarity
