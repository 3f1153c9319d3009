#pragma once
#include <vector>

#include "grader/core/alike_pair.h"

namespace gridmark::similarity {

/// Works that pairs connect, the closest cluster first. Of each, the pairs that connect all members most
/// closely are kept, and of a small one `more` at least, so that every pair of three or four works is there.
///
/// pairs  the closest first
/// works  numbers in `pairs` are below this
std::vector<AlikeCluster> alike_clusters(const std::vector<AlikePair>& pairs, std::size_t works,
                                         std::size_t more);

}  // namespace gridmark::similarity
