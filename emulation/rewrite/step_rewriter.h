#pragma once
#include <cstddef>
#include <vector>

#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/function_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// In device code, where `s` is declared volatile:
///
///   s[i] += s[i + 16];             GRIDMARK_STEP_BY(s[i] ,+, s[i + 16]);
///   s[i] = sum = sum + s[i + 8];   GRIDMARK_STEP(s[i] , sum = sum + s[i + 8]);
///
/// Programs from before Volta trust the lanes of a warp to run in step, as in the last six steps of a
/// reduction: all of them read before one of them writes. The macros let the lanes meet before and after the
/// store. Since Volta the code is a race, and the counted flavour reports it, but devices still give the
/// intended result. If a store's value does not come from the same array, it is not changed, so that flags
/// stay plain stores.
class StepRewriter {
 public:
  StepRewriter(const Source& source, const FunctionTracker& functions, EditList& edits)
      : source_(source), functions_(functions), edits_(edits) {}

  /// Call for each token in order, after the function tracker.
  void visit(std::size_t i);

 private:
  std::size_t target(std::size_t last) const;
  std::size_t end_of_value(std::size_t assignment, std::size_t name) const;
  bool is_volatile(std::size_t name) const;

  const Source& source_;
  const FunctionTracker& functions_;
  EditList& edits_;
};

}  // namespace gridmark::rewrite
