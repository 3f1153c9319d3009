#pragma once
#include <string>

#include "grader/core/grade_record.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"

namespace gridmark::report {

/// A note on limits that were never tested with honest solutions: "The limits of this item are ...".
inline constexpr const char* not_calibrated =
    "not calibrated: no honest solution was measured on a GPU yet, so a person should check them before they "
    "count";

/// "tests: MatmulTiled.*; all must pass", "counted: tiled.bank_conflicts, by the test Counted.Tiled", or the
/// person who decides.
std::string how_earned(const Item& item, Device device);

/// "counted" for the counted flavour, "measured" for a timed value.
std::string provenance_of(const Target& target);

/// A note on an item whose rubric has "quick": false.
inline constexpr const char* takes_long = "takes long: --quick leaves it out";

/// A person's words about an item that has no reason: a comment next to full points, or why a review was
/// accepted. "" if there are none.
std::string persons_words(const GradeRecord& record, const ItemScore& item);

/// The item's points, "2 points", and the items that must be earned first.
std::string needs_words(const Item& item);

}  // namespace gridmark::report
