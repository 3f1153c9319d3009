#pragma once
#include <vector>

#include "grader/core/alike_pair.h"
#include "grader/similarity/gram_table.h"
#include "grader/similarity/similarity_limits.h"

namespace gridmark::similarity {

/// Pairs that share enough of the smaller work's own code, without their places, the closest first. At least
/// one work of each pair is of the class.
std::vector<AlikePair> alike_pairs(const GramTable& table, const SimilarityLimits& limits);

/// Fills in the places of the shared code in both works of the pair.
void find_places(const GramTable& table, AlikePair& pair);

}  // namespace gridmark::similarity
