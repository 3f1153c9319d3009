#pragma once
#include <string>

#include "grader/core/lab.h"
#include "grader/core/rubric.h"

namespace gridmark {

/// "tests: MatmulTiled.*; all must pass", "counted: tiled.bank_conflicts, by the test Counted.Tiled", or who
/// decides.
std::string how_earned(const Item& item, Device device);

/// "counted" for the counted flavour, "measured" for what is timed.
std::string provenance_of(const Lane& lane);

/// The item's points, "2 points", and what must be earned first.
std::string needs_words(const Item& item);

}  // namespace gridmark
