#pragma once
#include <vector>

#include "grader/core/alike_pair.h"
#include "grader/similarity/gram_table.h"
#include "grader/similarity/similarity_limits.h"

namespace gridmark::similarity {

/// Is each gram common: do many sources of the class have it? See alike.h.
///
/// parts  of a source that each work is
std::vector<bool> common_grams(const GramTable& table, const std::vector<double>& parts,
                               const SimilarityLimits& limits);

/// Stretches of at least two grams' length that are common, those with the same owners together; each
/// stretch in one work that has it.
std::vector<CommonCode> common_code(const GramTable& table, const std::vector<bool>& common,
                                    const SimilarityLimits& limits);

}  // namespace gridmark::similarity
