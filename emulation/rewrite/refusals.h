#pragma once
#include <vector>

#include "emulation/rewrite/function_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Reports features of CUDA's language that the emulated device does not have, each by its name.
class Refusals {
 public:
  Refusals(const Source& source, const FunctionTracker& functions, std::vector<Diagnostic>& errors)
      : source_(source), functions_(functions), errors_(errors) {}

  /// Handles token `i` if such a feature starts there.
  void visit(std::size_t i);

 private:
  void refuse(std::size_t i, const char* message);

  const Source& source_;
  const FunctionTracker& functions_;
  std::vector<Diagnostic>& errors_;
};

}  // namespace gridmark::rewrite
