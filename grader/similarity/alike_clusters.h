#pragma once
#include <vector>

#include "grader/core/alike_pair.h"

namespace gridmark::similarity {

/// Works that pairs connect, the closest cluster first. Each cluster keeps the pairs that connect all members
/// most closely. If these are fewer than `more`, it keeps further pairs up to `more`, so that all pairs of
/// three or four works are there.
///
/// pairs  the closest first
/// works  all numbers in `pairs` are below this
std::vector<AlikeCluster> alike_clusters(const std::vector<AlikePair>& pairs, std::size_t works,
                                         std::size_t more);

}  // namespace gridmark::similarity
