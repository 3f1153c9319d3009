#include "grader/similarity/near_copies.h"

#include <algorithm>

namespace gridmark::similarity {
namespace {

/// How many of the smallest grams of both works are in both. The smallest hashes are a random sample, so most
/// pairs need no closer look (Broder: "On the resemblance and containment of documents", 1997).
std::size_t shared_of_sketch(const std::vector<Gram>& a, const std::vector<Gram>& b, std::size_t sketch) {
  std::size_t shared = 0;
  for (std::size_t i = 0, j = 0, seen = 0; seen < sketch && i < a.size() && j < b.size(); ++seen) {
    const Gram least = std::min(a[i], b[j]);
    if (a[i] == b[j]) ++shared;
    if (a[i] == least) ++i;
    if (b[j] == least) ++j;
  }
  return shared;
}

/// For each work, the large shares with other works. A share is of the larger work's code.
std::vector<std::vector<double>> large_shares(const GramTable& table, const SimilarityLimits& limits) {
  std::vector<std::size_t> order = table.by_size();
  std::erase_if(order, [&](std::size_t i) { return !table.works[i].of_class || table.works[i].tokens == 0; });
  std::vector<std::vector<double>> shares(table.works.size());
  GramSet grams(table.grams);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const GramWork& smaller = table.works[order[i]];
    grams.assign(smaller.own);
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const GramWork& larger = table.works[order[j]];
      const auto tokens = static_cast<double>(larger.tokens);
      if (static_cast<double>(smaller.tokens) < limits.copies * tokens) break;
      const std::size_t least = std::min(limits.sketch_shared, smaller.own.size());
      if (shared_of_sketch(smaller.own, larger.own, limits.sketch) < least) continue;
      const double share = static_cast<double>(table.covered(larger, grams)) / tokens;
      if (share < limits.copies) continue;
      shares[order[i]].push_back(share);
      shares[order[j]].push_back(share);
    }
  }
  return shares;
}

/// The work itself and its near copies. The larger the part of the class that may be copies, the more they
/// must share. If they share less, only clear copies count.
std::size_t copies_of(std::vector<double> shares, std::size_t works, const SimilarityLimits& limits) {
  if (shares.empty()) return 1;
  const double part = static_cast<double>(shares.size() + 1) / static_cast<double>(works);
  const double needed = limits.copies + part * (limits.copies_of_all - limits.copies);
  const auto middle = shares.begin() + static_cast<std::ptrdiff_t>(shares.size() / 2);
  std::nth_element(shares.begin(), middle, shares.end());
  if (*middle >= needed) return 1 + shares.size();
  return 1 + static_cast<std::size_t>(std::count_if(
                 shares.begin(), shares.end(), [&](double share) { return share >= limits.clear_copies; }));
}

}  // namespace

std::vector<double> parts_of_sources(const GramTable& table, const SimilarityLimits& limits) {
  const std::vector<std::vector<double>> shares = large_shares(table, limits);
  const auto works = static_cast<std::size_t>(std::count_if(
      table.works.begin(), table.works.end(), [](const GramWork& work) { return work.of_class; }));
  std::vector<double> parts;
  for (std::size_t i = 0; i < table.works.size(); ++i)
    parts.push_back(table.works[i].of_class ? 1.0 / static_cast<double>(copies_of(shares[i], works, limits))
                                            : 0.0);
  return parts;
}

}  // namespace gridmark::similarity
