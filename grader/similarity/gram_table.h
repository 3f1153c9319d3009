#pragma once
// Grams as small numbers, so that a set of them is an array.
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "grader/core/alike_pair.h"

namespace gridmark::similarity {

/// A gram's place in the order of all hashes: of two grams, the smaller number has the smaller hash.
using Gram = std::uint32_t;

/// In place of a gram that is not a work's own.
inline constexpr Gram not_own = ~Gram{0};

/// A work as it was read: of each file its grams as hashes, by first token, and the lines of its tokens.
struct HashedWork {
  bool of_class = true;  ///< or from elsewhere: the class is compared with it
  std::vector<std::vector<std::uint64_t>> files;
  std::vector<std::vector<int>> lines;
};

struct GramWork {
  bool of_class = true;
  std::vector<std::vector<int>> lines;   ///< of each token
  std::vector<std::vector<Gram>> files;  ///< by first token
  std::vector<Gram> own;                 ///< those in `files`, each once, ascending
  std::size_t tokens = 0;                ///< that lie in one of `own`
};

/// A set that is emptied at no cost.
class GramSet {
 public:
  explicit GramSet(std::size_t grams) : turns_(grams, 0) {}
  void assign(const std::vector<Gram>& grams) {
    ++turn_;
    for (const Gram gram : grams) turns_[gram] = turn_;
  }
  bool contains(Gram gram) const { return gram < turns_.size() && turns_[gram] == turn_; }

 private:
  std::vector<std::uint32_t> turns_;  ///< of each gram, the last assign() that had it
  std::uint32_t turn_ = 0;
};

/// All works of one comparison.
struct GramTable {
  std::size_t gram_tokens = 0;  ///< the length of a gram
  std::size_t grams = 0;        ///< numbers are below this
  std::vector<GramWork> works;

  /// The works by their own tokens, those with fewest first.
  std::vector<std::size_t> by_size() const;
  /// Tokens of a work that lie in one of these grams.
  std::size_t covered(const GramWork& work, const GramSet& grams) const;
  /// The lines of the grams from `begin` to before `end`.
  AlikePlace place(const GramWork& work, std::size_t file, std::size_t begin, std::size_t end) const;
  /// The lines of all of these grams.
  std::vector<AlikePlace> places(const GramWork& work, const GramSet& grams) const;
  /// Takes these grams from the works' own.
  void leave_out(const std::vector<bool>& grams);
  /// Brings `own` and `tokens` up to date with `files`.
  void count_own(GramWork& work) const;
};

/// Numbers the grams of all works; a gram that was given is not any work's own.
GramTable numbered(std::vector<HashedWork> works, const std::unordered_set<std::uint64_t>& given,
                   std::size_t gram_tokens);

}  // namespace gridmark::similarity
