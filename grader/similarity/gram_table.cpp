#include "grader/similarity/gram_table.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace gridmark::similarity {
namespace {

/// Sorts the hashes instead of using a hash table, so that thousands of works need little memory.
std::vector<std::uint64_t> all_hashes(const std::vector<HashedWork>& works,
                                      const std::unordered_set<std::uint64_t>& given) {
  std::vector<std::uint64_t> all;
  for (const HashedWork& work : works)
    for (const auto& file : work.files)
      std::copy_if(file.begin(), file.end(), std::back_inserter(all),
                   [&](std::uint64_t hash) { return !given.contains(hash); });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

std::vector<std::size_t> GramTable::by_size() const {
  std::vector<std::size_t> order(works.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return works[a].tokens < works[b].tokens; });
  return order;
}

std::size_t GramTable::covered(const GramWork& work, const GramSet& set) const {
  std::size_t count = 0;
  for (const auto& file : work.files) {
    std::size_t end = 0;  // of the last gram
    for (std::size_t i = 0; i < file.size(); ++i) {
      if (!set.contains(file[i])) continue;
      count += i + gram_tokens - std::max(i, end);
      end = i + gram_tokens;
    }
  }
  return count;
}

AlikePlace GramTable::place(const GramWork& work, std::size_t file, std::size_t begin,
                            std::size_t end) const {
  const std::vector<int>& lines = work.lines[file];
  return {file, lines[begin], lines[end - 1 + gram_tokens - 1]};
}

std::vector<AlikePlace> GramTable::places(const GramWork& work, const GramSet& set) const {
  std::vector<AlikePlace> all;
  for (std::size_t file = 0; file < work.files.size(); ++file)
    for (std::size_t i = 0; i < work.files[file].size(); ++i) {
      if (!set.contains(work.files[file][i])) continue;
      const AlikePlace one = place(work, file, i, i + 1);
      if (!all.empty() && all.back().file == file && one.first <= all.back().last + 1)
        all.back().last = std::max(all.back().last, one.last);
      else
        all.push_back(one);
    }
  return all;
}

void GramTable::count_own(GramWork& work) const {
  work.own.clear();
  work.tokens = 0;
  for (const auto& file : work.files) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < file.size(); ++i) {
      if (file[i] == not_own) continue;
      work.own.push_back(file[i]);
      work.tokens += i + gram_tokens - std::max(i, end);
      end = i + gram_tokens;
    }
  }
  std::sort(work.own.begin(), work.own.end());
  work.own.erase(std::unique(work.own.begin(), work.own.end()), work.own.end());
}

void GramTable::leave_out(const std::vector<bool>& left_out) {
  for (GramWork& work : works) {
    for (auto& file : work.files)
      for (Gram& gram : file)
        if (gram != not_own && left_out[gram]) gram = not_own;
    count_own(work);
  }
}

GramTable numbered(std::vector<HashedWork> works, const std::unordered_set<std::uint64_t>& given,
                   std::size_t gram_tokens) {
  const std::vector<std::uint64_t> all = all_hashes(works, given);
  const auto number = [&](std::uint64_t hash) {
    const auto found = std::lower_bound(all.begin(), all.end(), hash);
    return found != all.end() && *found == hash ? static_cast<Gram>(found - all.begin()) : not_own;
  };
  GramTable table{gram_tokens, all.size(), {}};
  for (HashedWork& hashed : works) {
    GramWork& work = table.works.emplace_back();
    work.of_class = hashed.of_class;
    work.lines = std::move(hashed.lines);
    for (const auto& file : hashed.files) {
      std::vector<Gram>& grams = work.files.emplace_back(file.size());
      std::transform(file.begin(), file.end(), grams.begin(), number);
    }
    table.count_own(work);
  }
  return table;
}

}  // namespace gridmark::similarity
