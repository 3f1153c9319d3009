#include "grader/similarity/alike.h"

#include <algorithm>
#include <set>
#include <utility>

namespace gridmark::similarity {
namespace {

/// One mixing step of splitmix64: the order of tokens matters.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) {
  std::uint64_t z = hash * 0x9e3779b97f4a7c15ULL + next;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// The smallest own hash of each window.
std::unordered_set<std::uint64_t> winnowed(const std::vector<std::vector<std::uint64_t>>& files,
                                           const std::unordered_set<std::uint64_t>& nobodys,
                                           std::size_t window) {
  constexpr std::uint64_t none = ~std::uint64_t{0};
  std::unordered_set<std::uint64_t> chosen;
  for (const auto& file : files)
    for (std::size_t begin = 0; begin < file.size(); ++begin) {
      std::uint64_t least = none;
      for (std::size_t i = begin; i < std::min(begin + window, file.size()); ++i)
        if (file[i] < least && !nobodys.contains(file[i])) least = file[i];
      if (least != none) chosen.insert(least);
    }
  return chosen;
}

}  // namespace

std::vector<std::uint64_t> Similarity::grams_of(const std::vector<SourceToken>& tokens) const {
  std::vector<std::uint64_t> grams;
  for (std::size_t i = 0; i + limits_.gram <= tokens.size(); ++i) {
    std::uint64_t hash = 0;
    for (std::size_t j = 0; j < limits_.gram; ++j) hash = mixed(hash, tokens[i + j].kind);
    grams.push_back(hash);
  }
  return grams;
}

void Similarity::add_given(std::string_view source) {
  for (const std::uint64_t gram : grams_of(source_tokens(source))) given_.insert(gram);
}

void Similarity::add_work(const std::string& who, const std::vector<std::string>& files) {
  Work work{who, {}, {}};
  for (const std::string& file : files) {
    const std::vector<SourceToken> tokens = source_tokens(file);
    work.grams.push_back(grams_of(tokens));
    std::vector<int>& lines = work.lines.emplace_back();
    for (const SourceToken& token : tokens) lines.push_back(token.line);
  }
  works_.push_back(std::move(work));
}

/// What was given, and what many have. Sorted rather than counted in a table: a class of thousands stays
/// small.
Similarity::Grams Similarity::nobodys_grams() const {
  std::vector<std::uint64_t> all;
  for (const Work& work : works_)
    for (const std::uint64_t gram : own_grams(work, given_)) all.push_back(gram);
  std::sort(all.begin(), all.end());
  const double part = std::min(limits_.common_share * static_cast<double>(works_.size()),
                               static_cast<double>(limits_.common_at_most));
  const double most = std::max(static_cast<double>(limits_.common), part);
  Grams nobodys = given_;
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t begin = i;
    while (i < all.size() && all[i] == all[begin]) ++i;
    if (static_cast<double>(i - begin) > most) nobodys.insert(all[begin]);
  }
  return nobodys;
}

Similarity::Grams Similarity::own_grams(const Work& work, const Grams& nobodys) const {
  Grams own;
  for (const auto& file : work.grams)
    for (const std::uint64_t gram : file)
      if (!nobodys.contains(gram)) own.insert(gram);
  return own;
}

/// Pairs with a fingerprint in common.
std::vector<std::pair<std::size_t, std::size_t>> Similarity::candidates(const Grams& nobodys) const {
  std::vector<std::pair<std::uint64_t, std::size_t>> prints;
  for (std::size_t i = 0; i < works_.size(); ++i)
    for (const std::uint64_t gram : winnowed(works_[i].grams, nobodys, limits_.window))
      prints.emplace_back(gram, i);
  std::sort(prints.begin(), prints.end());
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < prints.size(); ++i)
    for (std::size_t j = i + 1; j < prints.size() && prints[j].first == prints[i].first; ++j)
      pairs.emplace(prints[i].second, prints[j].second);
  return {pairs.begin(), pairs.end()};
}

/// Tokens that lie in one of these grams.
std::size_t Similarity::covered(const Work& work, const Grams& grams) const {
  std::size_t count = 0;
  for (const auto& file : work.grams) {
    std::size_t end = 0;  // of the last gram
    for (std::size_t i = 0; i < file.size(); ++i) {
      if (!grams.contains(file[i])) continue;
      count += i + limits_.gram - std::max(i, end);
      end = i + limits_.gram;
    }
  }
  return count;
}

std::vector<AlikePlace> Similarity::places(const Work& work, const Grams& grams) const {
  std::vector<AlikePlace> all;
  for (std::size_t file = 0; file < work.grams.size(); ++file)
    for (std::size_t i = 0; i < work.grams[file].size(); ++i) {
      if (!grams.contains(work.grams[file][i])) continue;
      const int first = work.lines[file][i], last = work.lines[file][i + limits_.gram - 1];
      if (!all.empty() && all.back().file == file && first <= all.back().last + 1)
        all.back().last = std::max(all.back().last, last);
      else
        all.push_back({file, first, last});
    }
  return all;
}

AlikePair Similarity::compare(const Work& a, const Work& b, const Grams& nobodys) const {
  const Grams own_a = own_grams(a, nobodys), own_b = own_grams(b, nobodys);
  Grams both;
  for (const std::uint64_t gram : own_a)
    if (own_b.contains(gram)) both.insert(gram);
  const std::size_t of_a = covered(a, own_a), of_b = covered(b, own_b);
  const std::size_t shared = covered(of_a <= of_b ? a : b, both), own = std::min(of_a, of_b);
  AlikePair pair{a.who, b.who, 0, shared, {}, {}};
  if (own > 0) pair.share = static_cast<double>(shared) / static_cast<double>(own);
  pair.places_a = places(a, both);
  pair.places_b = places(b, both);
  return pair;
}

std::vector<AlikePair> Similarity::pairs() const {
  const Grams nobodys = nobodys_grams();
  std::vector<AlikePair> pairs;
  for (const auto& [a, b] : candidates(nobodys)) {
    AlikePair pair = compare(works_[a], works_[b], nobodys);
    if (pair.share >= limits_.share && pair.tokens >= limits_.least_tokens) pairs.push_back(std::move(pair));
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const AlikePair& x, const AlikePair& y) { return x.share > y.share; });
  if (pairs.size() > limits_.most_pairs) pairs.resize(limits_.most_pairs);
  return pairs;
}

}  // namespace gridmark::similarity
