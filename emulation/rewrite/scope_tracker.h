#pragma once
#include <vector>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// Finds out, token by token, whether a declaration stands in a namespace or in a function.
class ScopeTracker {
 public:
  explicit ScopeTracker(const Source& source) : source_(source) {}

  /// Call for each token in order.
  void visit(std::size_t i);
  /// A macro's body counts as a function's, because macros with declarations are used in functions.
  bool in_function(std::size_t i) const { return functions_ > 0 || source_.in_macro(i); }
  /// The innermost open `{`, or `none` outside of all.
  std::size_t block() const { return open_.empty() ? Source::none : open_.back().brace; }

 private:
  enum class Scope { name_space, function };
  struct Open {
    std::size_t brace;
    Scope scope;
  };
  Scope kind_of_brace(std::size_t i) const;

  const Source& source_;
  std::vector<Open> open_;
  int functions_ = 0;
};

}  // namespace gridmark::rewrite
