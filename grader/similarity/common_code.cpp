#include "grader/similarity/common_code.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace gridmark::similarity {
namespace {

using Owners = std::vector<std::size_t>;  ///< works, ascending

/// Whether two sets share most of their members.
bool same_owners(const Owners& a, const Owners& b, double part) {
  if (a == b) return true;
  Owners both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t all = a.size() + b.size() - both.size();
  return static_cast<double>(both.size()) >= part * static_cast<double>(all);
}

/// Grams of one file, from `begin` to before `end`.
struct Stretch {
  std::size_t work = 0, file = 0, begin = 0, end = 0;
};

class CommonStretches {
 public:
  CommonStretches(const GramTable& table, const std::vector<bool>& common, const SimilarityLimits& limits)
      : table_(table), limits_(limits), left_(common), owners_(owners_of_grams(table, common)) {}

  std::vector<CommonCode> find() {
    for (std::size_t work = 0; work < table_.works.size(); ++work)
      if (table_.works[work].of_class) {
        read_work(work);
        for (const Gram gram : table_.works[work].own) left_[gram] = false;
      }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const CommonCode& a, const CommonCode& b) { return a.tokens > b.tokens; });
    return std::move(found_);
  }

 private:
  static std::map<Gram, Owners> owners_of_grams(const GramTable& table, const std::vector<bool>& common) {
    std::map<Gram, Owners> owners;
    for (std::size_t work = 0; work < table.works.size(); ++work)
      for (const Gram gram : table.works[work].own)
        if (common[gram]) owners[gram].push_back(work);
    return owners;
  }

  void read_work(std::size_t work) {
    const std::size_t first = found_.size();
    for (std::size_t file = 0; file < table_.works[work].files.size(); ++file)
      for (std::size_t i = 0; i < table_.works[work].files[file].size();) {
        const Stretch stretch = stretch_at({work, file, i, i});
        if (stretch.end - stretch.begin >= table_.gram_tokens) add(stretch, first);
        i = std::max(stretch.end, i + 1);
      }
  }

  /// Extends the stretch while the grams are common, no earlier work has them, and the same works have each.
  Stretch stretch_at(Stretch stretch) {
    const std::vector<Gram>& grams = table_.works[stretch.work].files[stretch.file];
    while (stretch.end < grams.size() && grams[stretch.end] != not_own && left_[grams[stretch.end]]) {
      const Gram gram = grams[stretch.end];
      const bool first = stretch.end == stretch.begin;
      if (!first && !same_owners(owners_[grams[stretch.end - 1]], owners_[gram], limits_.same_owners)) break;
      ++stretch.end;
    }
    return stretch;
  }

  /// Adds the stretch to code of the same work, from `first` on, that has the same owners.
  void add(const Stretch& stretch, std::size_t first) {
    const GramWork& work = table_.works[stretch.work];
    const Owners owners = owners_of(stretch);
    const auto known = std::find_if(
        found_.begin() + static_cast<std::ptrdiff_t>(first), found_.end(),
        [&](const CommonCode& one) { return same_owners(one.owners, owners, limits_.same_owners); });
    CommonCode& code =
        known != found_.end() ? *known : found_.emplace_back(CommonCode{stretch.work, {}, 0, owners});
    code.places.push_back(table_.place(work, stretch.file, stretch.begin, stretch.end));
    code.tokens += stretch.end - stretch.begin + table_.gram_tokens - 1;
  }

  /// Works with at least half of its grams.
  Owners owners_of(const Stretch& stretch) {
    std::map<std::size_t, std::size_t> counts;
    const std::vector<Gram>& grams = table_.works[stretch.work].files[stretch.file];
    for (std::size_t i = stretch.begin; i < stretch.end; ++i)
      for (const std::size_t owner : owners_[grams[i]]) ++counts[owner];
    Owners owners;
    for (const auto& [owner, count] : counts)
      if (2 * count >= stretch.end - stretch.begin) owners.push_back(owner);
    return owners;
  }

  const GramTable& table_;
  const SimilarityLimits& limits_;
  std::vector<bool> left_;  ///< common grams that no work has had so far
  std::map<Gram, Owners> owners_;
  std::vector<CommonCode> found_;
};

std::vector<double> ones_of_class(const GramTable& table) {
  std::vector<double> ones;
  for (const GramWork& work : table.works) ones.push_back(work.of_class ? 1 : 0);
  return ones;
}

/// For each gram, the sum of the weights of the works that have it.
std::vector<double> counts(const GramTable& table, const std::vector<double>& weights) {
  std::vector<double> counts(table.grams, 0.0);
  for (std::size_t work = 0; work < table.works.size(); ++work)
    for (const Gram gram : table.works[work].own) counts[gram] += weights[work];
  return counts;
}

/// The largest number of owners of a gram that is not common.
double most_owners(const std::vector<double>& weights, const SimilarityLimits& limits) {
  constexpr double rounding = 1e-6;  // for sums of thirds and ninths
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  return rounding + std::max(limits.common, std::min(limits.common_share * all, limits.common_at_most));
}

}  // namespace

std::vector<bool> common_grams(const GramTable& table, const std::vector<double>& parts,
                               const SimilarityLimits& limits) {
  const std::vector<double> works = counts(table, ones_of_class(table)), sources = counts(table, parts);
  const double most_works = most_owners(ones_of_class(table), limits);
  const double most_sources = limits.sources * most_owners(parts, limits);
  std::vector<bool> common(table.grams);
  for (std::size_t gram = 0; gram < table.grams; ++gram)
    common[gram] = works[gram] > most_works && sources[gram] > most_sources;
  return common;
}

std::vector<CommonCode> common_code(const GramTable& table, const std::vector<bool>& common,
                                    const SimilarityLimits& limits) {
  return CommonStretches(table, common, limits).find();
}

}  // namespace gridmark::similarity
