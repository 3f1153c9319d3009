#pragma once
// The change of a source that repairs a known mistake.
//
// Theory of operation. A repair is written down where the text has exactly one place for it. It is not tried
// here: `gridmark verify` grades each case once more with the change that its report advises.
#include <string>
#include <vector>

#include "emulation/meters.h"
#include "labkit/repairs/repair.h"

namespace gridmark::repairs {

/// Where a mistake shows.
struct Suspect {
  std::string file;      ///< relative to the submission
  std::string text;      ///< the file's
  int line = 0;          ///< 0: unknown
  std::string function;  ///< that the lab has called; may be ""
};

/// returns  changes that belong together; none where the text shows no place, or several
std::vector<emulation::Fix> repaired(const Remedy& remedy, const Suspect& suspect);

}  // namespace gridmark::repairs
