#pragma once
#include <string>
#include <vector>

#include "grader/core/fix.h"

namespace gridmark::compile {

/// The output of a compiler or a linker.
struct CompilerWords {
  std::string messages;         ///< for people
  std::vector<Fix> fixes = {};  ///< of the first error, none if none is known
};

}  // namespace gridmark::compile
