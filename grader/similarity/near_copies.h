#pragma once
#include <vector>

#include "grader/similarity/gram_table.h"
#include "grader/similarity/similarity_limits.h"

namespace gridmark::similarity {

/// Each work's part of a source: 1 for a work without near copies, 1/n for one of n near copies, 0 for one
/// that is not of the class. See alike.h.
std::vector<double> parts_of_sources(const GramTable& table, const SimilarityLimits& limits);

}  // namespace gridmark::similarity
