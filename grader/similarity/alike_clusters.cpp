#include "grader/similarity/alike_clusters.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace gridmark::similarity {
namespace {

/// Finds connected works.
class Components {
 public:
  explicit Components(std::size_t works) : parent_(works) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t of(std::size_t work) {
    while (parent_[work] != work) work = parent_[work] = parent_[parent_[work]];
    return work;
  }
  /// returns  whether this pair connected two components
  bool join(std::size_t a, std::size_t b) {
    const std::size_t of_a = of(a), of_b = of(b);
    parent_[std::max(of_a, of_b)] = std::min(of_a, of_b);
    return of_a != of_b;
  }

 private:
  std::vector<std::size_t> parent_;
};

/// Pairs of one cluster, the closest first: those that connect (Kruskal's tree) and others.
struct ClusterPairs {
  std::vector<AlikePair> connecting, others;
};

AlikeCluster cluster_of(ClusterPairs pairs, std::size_t more) {
  AlikeCluster cluster;
  for (const AlikePair& pair : pairs.connecting) {
    cluster.members.push_back(pair.a);
    cluster.members.push_back(pair.b);
  }
  std::sort(cluster.members.begin(), cluster.members.end());
  cluster.members.erase(std::unique(cluster.members.begin(), cluster.members.end()), cluster.members.end());
  cluster.all_pairs = pairs.connecting.size() + pairs.others.size();
  cluster.strongest = pairs.connecting.front().share;
  cluster.weakest = pairs.connecting.back().share;
  if (!pairs.others.empty()) cluster.weakest = std::min(cluster.weakest, pairs.others.back().share);
  cluster.pairs = std::move(pairs.connecting);
  for (std::size_t i = 0; i < pairs.others.size() && cluster.pairs.size() < more; ++i)
    cluster.pairs.push_back(pairs.others[i]);
  std::stable_sort(cluster.pairs.begin(), cluster.pairs.end(),
                   [](const AlikePair& x, const AlikePair& y) { return x.share > y.share; });
  return cluster;
}

}  // namespace

std::vector<AlikeCluster> alike_clusters(const std::vector<AlikePair>& pairs, std::size_t works,
                                         std::size_t more) {
  Components components(works);
  std::vector<bool> connects;
  for (const AlikePair& pair : pairs) connects.push_back(components.join(pair.a, pair.b));
  std::map<std::size_t, ClusterPairs> parts;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ClusterPairs& part = parts[components.of(pairs[i].a)];
    (connects[i] ? part.connecting : part.others).push_back(pairs[i]);
  }
  std::vector<AlikeCluster> clusters;
  for (auto& [first, part] : parts) clusters.push_back(cluster_of(std::move(part), more));
  std::stable_sort(clusters.begin(), clusters.end(), [](const AlikeCluster& x, const AlikeCluster& y) {
    return std::pair(y.strongest, y.members.size()) < std::pair(x.strongest, x.members.size());
  });
  return clusters;
}

}  // namespace gridmark::similarity
