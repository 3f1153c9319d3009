#pragma once
#include <string>
#include <vector>

#include "grader/core/fix.h"

namespace gridmark::compile {

/// What a compiler or a linker said.
struct CompilerWords {
  std::string messages;         ///< for people
  std::vector<Fix> fixes = {};  ///< of the first error; none where none is known
};

}  // namespace gridmark::compile
