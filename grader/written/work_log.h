#pragma once
#include "grader/written/claims_block.h"

namespace gridmark::written {

/// Requires at least `steps` steps below the heading "Work log". Each needs a hypothesis, a measurement that
/// names the id of a claim, and a conclusion: as paragraphs or list entries that begin with these words, or
/// as a table with these columns. Steps with very few words, steps that repeat another one, and steps that
/// all cite the same numbers are doubts, if fewer than `steps` others remain.
WrittenCheck check_work_log(int steps, const Document& document, const ClaimsBlock& block);

}  // namespace gridmark::written
