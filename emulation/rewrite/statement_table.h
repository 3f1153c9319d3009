#pragma once
#include <string>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// The places of the statements of the device functions, for the counted flavour's advice about barriers
/// (emulation/counters/statements.h reads it).
///
/// A line for each file, "F NAME", then one for each statement of its functions, outer ones first:
/// DEPTH KIND LINE COLUMN LAST_LINE LAST_COLUMN. Kinds: c compound, i if, l loop, w switch, j jump, s other.
std::string statement_table(const Source& source);

}  // namespace gridmark::rewrite
