#pragma once
#include <string>
#include <vector>

#include "grader/core/build.h"

namespace gridmark::score {

/// Why an item that needs `build`, which did not pass, earns nothing.
struct BuildFailure {
  Outcome outcome;
  std::string reason;  ///< one message with the compiler's first complaint
  std::optional<Place> place;
};

/// missing  names of files that the submission lacks; they explain a build that failed without a place
BuildFailure explain_build(const Build& build, const std::vector<std::string>& missing);

}  // namespace gridmark::score
