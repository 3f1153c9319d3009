#include "grader/similarity/alike_pairs.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace gridmark::similarity {
namespace {

/// The smallest own gram of each window, each once. `not_own` is the largest of all numbers.
std::vector<Gram> winnowed(const GramWork& work, std::size_t window) {
  std::vector<Gram> chosen;
  for (const auto& file : work.files)
    for (std::size_t begin = 0; begin < file.size(); ++begin) {
      const auto first = file.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = file.begin() + static_cast<std::ptrdiff_t>(std::min(begin + window, file.size()));
      const Gram least = *std::min_element(first, last);
      if (least != not_own && (chosen.empty() || chosen.back() != least)) chosen.push_back(least);
    }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

/// Visits smaller works before larger ones, so `grams_` always belongs to the larger work of a pair.
class PairSearch {
 public:
  PairSearch(const GramTable& table, const SimilarityLimits& limits)
      : table_(table),
        limits_(limits),
        grams_(table.grams),
        owners_(table.grams),
        last_(table.works.size()) {}

  std::vector<AlikePair> find() {
    for (const std::size_t work : table_.by_size()) compare_with_smaller(work);
    std::sort(pairs_.begin(), pairs_.end(), [](const AlikePair& x, const AlikePair& y) {
      return std::tie(y.share, x.a, x.b) < std::tie(x.share, y.a, y.b);
    });
    return std::move(pairs_);
  }

 private:
  void compare_with_smaller(std::size_t work) {
    grams_.assign(table_.works[work].own);
    for (const Gram print : winnowed(table_.works[work], limits_.window)) {
      for (const std::size_t smaller : owners_[print])
        if (std::exchange(last_[smaller], work + 1) != work + 1) compare(smaller, work);
      owners_[print].push_back(work);
    }
  }

  void compare(std::size_t smaller, std::size_t larger) {
    const GramWork& work = table_.works[smaller];
    if (!work.of_class && !table_.works[larger].of_class) return;
    const std::size_t shared = table_.covered(work, grams_);
    const double share = static_cast<double>(shared) / static_cast<double>(work.tokens);
    if (share < limits_.share || shared < limits_.least_tokens) return;
    pairs_.push_back({std::min(smaller, larger), std::max(smaller, larger), share, shared});
  }

  const GramTable& table_;
  const SimilarityLimits& limits_;
  GramSet grams_;
  std::vector<std::vector<std::size_t>> owners_;  ///< for each gram, the works so far
  std::vector<std::size_t> last_;                 ///< for each work, one more than the last work that met it
  std::vector<AlikePair> pairs_;
};

}  // namespace

std::vector<AlikePair> alike_pairs(const GramTable& table, const SimilarityLimits& limits) {
  return PairSearch(table, limits).find();
}

void find_places(const GramTable& table, AlikePair& pair) {
  GramSet grams(table.grams);
  grams.assign(table.works[pair.b].own);
  pair.places_a = table.places(table.works[pair.a], grams);
  grams.assign(table.works[pair.a].own);
  pair.places_b = table.places(table.works[pair.b], grams);
}

}  // namespace gridmark::similarity
