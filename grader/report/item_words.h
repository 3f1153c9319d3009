#pragma once
#include <string>

#include "grader/core/grade_record.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"

namespace gridmark::report {

/// Said of limits that nobody has seen honest solutions reach: "The limits of this item are ...".
inline constexpr const char* not_calibrated =
    "not calibrated: no honest solution was measured on a GPU yet, so a person should check them before they "
    "count";

/// "tests: MatmulTiled.*; all must pass", "counted: tiled.bank_conflicts, by the test Counted.Tiled", or who
/// decides.
std::string how_earned(const Item& item, Device device);

/// "counted" for the counted flavour, "measured" for what is timed.
std::string provenance_of(const Target& target);

/// Said of an item whose rubric says "quick": false.
inline constexpr const char* takes_long = "takes long: --quick leaves it out";

/// What a person said of an item that has no reason of its own: a comment beside full points, why a review
/// was accepted. "" where nobody did.
std::string persons_words(const GradeRecord& record, const ItemScore& item);

/// The item's points, "2 points", and what must be earned first.
std::string needs_words(const Item& item);

}  // namespace gridmark::report
