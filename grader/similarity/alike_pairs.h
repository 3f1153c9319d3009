#pragma once
#include <vector>

#include "grader/core/alike_pair.h"
#include "grader/similarity/gram_table.h"
#include "grader/similarity/similarity_limits.h"

namespace gridmark::similarity {

/// Pairs with enough of the smaller work's own code in common, without their places, the closest first. One
/// of each pair at least is of the class.
std::vector<AlikePair> alike_pairs(const GramTable& table, const SimilarityLimits& limits);

/// Puts in where each work of the pair has what both have.
void find_places(const GramTable& table, AlikePair& pair);

}  // namespace gridmark::similarity
