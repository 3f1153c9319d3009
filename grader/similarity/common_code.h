#pragma once
#include <vector>

#include "grader/core/alike_pair.h"
#include "grader/similarity/gram_table.h"
#include "grader/similarity/similarity_limits.h"

namespace gridmark::similarity {

/// Whether each gram is common, which means that many sources of the class have it. See alike.h.
///
/// parts  each work's part of a source
std::vector<bool> common_grams(const GramTable& table, const std::vector<double>& parts,
                               const SimilarityLimits& limits);

/// Common stretches with a length of at least two grams, grouped by their owners. Each stretch is shown in
/// one work that has it.
std::vector<CommonCode> common_code(const GramTable& table, const std::vector<bool>& common,
                                    const SimilarityLimits& limits);

}  // namespace gridmark::similarity
