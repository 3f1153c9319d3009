#include "emulation/rewrite/function_tracker.h"

#include <algorithm>

namespace gridmark::rewrite {
namespace {

/// Tokens of a function's head, from the end of the text before it to its `{`, brackets counted as one.
constexpr int longest_function_head = 100;

/// The same, with the tokens of its parameters.
constexpr int longest_parameters = 200;

}  // namespace

void FunctionTracker::visit(std::size_t i) {
  if (source_.in_macro(i)) return;
  if (source_.is(i, "{")) {
    const bool inside = on_device();
    open_.push_back(std::max(side(), side_of_function(i)));
    if (on_device() && !inside) head_ = head_before(i);
  } else if (source_.is(i, "}") && !open_.empty()) {
    open_.pop_back();
  }
}

/// True for a `[` that does not belong to an array.
bool FunctionTracker::begins_lambda(std::size_t t) const {
  if (!source_.is(t, "[")) return false;
  const std::size_t before = source_.previous(t);
  return !source_.is_identifier(before) && !is_one_of(source_, before, {"]", ")", "["});
}

FunctionTracker::Side FunctionTracker::side_of_function(std::size_t brace) const {
  bool device = false, host = false, initialiser = false;
  std::size_t t = source_.previous(brace);
  for (int steps = 0; t != Source::none && steps < longest_function_head; ++steps, t = source_.previous(t)) {
    if (source_.is(t, ";") || source_.is(t, "{")) break;
    const std::size_t partner = source_.partner(t);
    if (source_.is(t, "}")) {
      if (!source_.is(source_.next(t), ",")) break;  // a member's initialiser: a{1}, b{2} {
    }
    device |= source_.is(t, "__device__") || source_.is(t, "__global__");
    host |= source_.is(t, "__host__");
    initialiser |= source_.is(t, "=");
    if (partner != Source::none && partner < t) t = partner;
    if (device && begins_lambda(t)) break;  // auto f = [=] __device__ (int i) {
  }
  if (!device || initialiser) return Side::host;
  return host ? Side::both : Side::device;
}

std::size_t FunctionTracker::head_before(std::size_t brace) const {
  std::size_t t = source_.previous(brace);
  for (int steps = 0; t != Source::none && steps < longest_parameters; ++steps) {
    if (is_one_of(source_, t, {";", "{", "}"})) return t;
    const std::size_t before = source_.previous(t);
    if (before == Source::none) return 0;
    t = before;
  }
  return t == Source::none ? 0 : t;
}

}  // namespace gridmark::rewrite
