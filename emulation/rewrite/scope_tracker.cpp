#include "emulation/rewrite/scope_tracker.h"

namespace gridmark::rewrite {

void ScopeTracker::visit(std::size_t i) {
  if (source_.in_macro(i)) return;
  if (source_.is(i, "{")) {
    open_.push_back({i, kind_of_brace(i)});
    functions_ += open_.back().scope == Scope::function;
  } else if (source_.is(i, "}") && !open_.empty()) {
    functions_ -= open_.back().scope == Scope::function;
    open_.pop_back();
  }
}

/// `namespace a::b {` and `extern "C" {` open namespaces. Both have short names.
ScopeTracker::Scope ScopeTracker::kind_of_brace(std::size_t i) const {
  constexpr int longest_name = 16;
  std::size_t before = source_.previous(i);
  for (int steps = 0; before != Source::none && steps < longest_name; ++steps) {
    if (source_.is(before, "namespace") || source_.is(before, "extern")) return Scope::name_space;
    const bool literal = source_[before].kind == Token::Kind::literal;
    if (!literal && !source_.is_identifier(before) && !source_.is(before, "::")) break;
    before = source_.previous(before);
  }
  return Scope::function;
}

}  // namespace gridmark::rewrite
