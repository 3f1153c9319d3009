#pragma once
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/scope_tracker.h"
#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// __global__ void k(int x) {...}  ->  the same, and in its namespace a variable that registers k
///
/// It serves modules, whose kernels are launched by name. The engine cannot learn their parameters otherwise.
/// Templates have no name for which a program could ask.
class KernelRegistrar {
 public:
  KernelRegistrar(const Source& source, const ScopeTracker& scopes, EditList& edits)
      : source_(source), scopes_(scopes), edits_(edits) {}

  /// Call for each token in order.
  void visit(std::size_t i);

 private:
  bool is_template(std::size_t i) const;

  const Source& source_;
  const ScopeTracker& scopes_;
  EditList& edits_;
};

}  // namespace gridmark::rewrite
