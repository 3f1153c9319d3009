#pragma once
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Knows, token by token, whether a declaration stands in a namespace or in a function.
class ScopeTracker {
 public:
  explicit ScopeTracker(const Source& source) : source_(source) {}

  /// Call for each token in order.
  void visit(std::size_t i);
  /// A macro's body counts as a function's: that is where macros with declarations are used.
  bool in_function(std::size_t i) const { return functions_ > 0 || source_.in_macro(i); }

 private:
  enum class Scope { name_space, function };
  Scope kind_of_brace(std::size_t i) const;

  const Source& source_;
  std::vector<Scope> open_;
  int functions_ = 0;
};

}  // namespace gridmark::rewrite
