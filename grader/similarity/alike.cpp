#include "grader/similarity/alike.h"

#include <utility>

#include "grader/similarity/alike_clusters.h"
#include "grader/similarity/alike_pairs.h"
#include "grader/similarity/common_code.h"
#include "grader/similarity/near_copies.h"

namespace gridmark::similarity {
namespace {

/// One mixing step of splitmix64. The result depends on the order of tokens.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) {
  std::uint64_t z = hash * 0x9e3779b97f4a7c15ULL + next;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
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

void Similarity::add(const std::vector<std::string>& files, bool of_class) {
  HashedWork& work = works_.emplace_back(HashedWork{of_class, {}, {}});
  for (const std::string& file : files) {
    const std::vector<SourceToken> tokens = source_tokens(file);
    work.files.push_back(grams_of(tokens));
    std::vector<int>& lines = work.lines.emplace_back();
    for (const SourceToken& token : tokens) lines.push_back(token.line);
  }
}

AlikeFindings Similarity::compare() {
  GramTable table = numbered(std::exchange(works_, {}), given_, limits_.gram);
  AlikeFindings found;
  const std::vector<bool> common = common_grams(table, parts_of_sources(table, limits_), limits_);
  found.common = common_code(table, common, limits_);
  table.leave_out(common);
  found.clusters = alike_clusters(alike_pairs(table, limits_), table.works.size(), limits_.more_pairs);
  for (AlikeCluster& cluster : found.clusters)
    for (AlikePair& pair : cluster.pairs) find_places(table, pair);
  return found;
}

}  // namespace gridmark::similarity
