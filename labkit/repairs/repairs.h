#pragma once
// The source change that repairs a known mistake.
//
// Theory of operation. A repair is proposed only if the text has exactly one place for it. It is not tried
// here. `gridmark verify` grades each case again with the change that its report advises.
#include <string>
#include <vector>

#include "emulation/meters.h"
#include "labkit/repairs/repair.h"

namespace gridmark::repairs {

/// The place of a mistake.
struct Suspect {
  std::string file;      ///< relative to the submission
  std::string text;      ///< text of the file
  int line = 0;          ///< 0 if unknown
  std::string function;  ///< the function that the lab called, may be ""
};

/// returns  changes that belong together. Empty if the text shows no place for them, or several
std::vector<emulation::Fix> repaired(const Remedy& remedy, const Suspect& suspect);

}  // namespace gridmark::repairs
