#pragma once
#include <string>
#include <vector>

#include "grader/core/build.h"

namespace gridmark::score {

/// Why an item earns nothing if it needs `build`, which did not pass.
struct BuildFailure {
  Outcome outcome;
  std::string reason;  ///< one message with the compiler's first complaint
  std::optional<Place> place;
};

/// missing  names of files that the submission lacks. They explain a failed build without a place
BuildFailure explain_build(const Build& build, const std::vector<std::string>& missing);

}  // namespace gridmark::score
