#include "emulation/rewrite/step_rewriter.h"

#include <initializer_list>
#include <string_view>

namespace gridmark::rewrite {
namespace {

constexpr int longest_expression = 200;  ///< tokens

}  // namespace

void StepRewriter::visit(std::size_t i) {
  if (!functions_.on_device() || source_.in_macro(i) || !source_.is(i, "=")) return;
  const std::size_t before = source_.previous(i);
  const bool compound = is_one_of(source_, before, {"+", "-", "*", "/", "&", "|", "^"});
  const std::size_t name = target(compound ? source_.previous(before) : before);
  if (name == Source::none || !is_volatile(name)) return;
  const std::size_t end = end_of_value(i, name);
  if (end == Source::none) return;
  edits_.replace(source_[name].begin, source_[name].begin, compound ? "GRIDMARK_STEP_BY(" : "GRIDMARK_STEP(");
  if (compound) edits_.replace(source_[before].begin, source_[before].begin, ",");
  edits_.replace(source_[i].begin, source_[i].end, ",");
  edits_.replace(source_[end].begin, source_[end].begin, ")");
}

/// The array's name, if a statement begins with its element and the element ends at `last`:
/// `s[warp][lane] +=`.
std::size_t StepRewriter::target(std::size_t last) const {
  std::size_t t = last;
  while (source_.is(t, "]")) {
    t = source_.partner(t);
    if (t == Source::none) return t;
    t = source_.previous(t);
  }
  if (t == Source::none || !source_.is_identifier(t) || !source_.is(source_.next(t), "["))
    return Source::none;
  const std::size_t before = source_.previous(t);
  if (source_.is(before, ")")) {  // of a condition, not of a cast
    const std::size_t head = source_.previous(source_.partner(before));
    return is_one_of(source_, head, {"if", "while", "for", "constexpr"}) ? t : Source::none;
  }
  return is_one_of(source_, before, {";", "{", "}", "else", "do"}) ? t : Source::none;
}

/// The statement's semicolon, or none if its value does not use the array.
std::size_t StepRewriter::end_of_value(std::size_t assignment, std::size_t name) const {
  bool reads = false;
  std::size_t t = source_.next(assignment);
  for (int steps = 0; t != Source::none && steps < longest_expression; ++steps, t = source_.next(t)) {
    if (source_.is(t, ";")) return reads ? t : Source::none;
    if (is_one_of(source_, t, {"{", "}"})) break;
    reads |= source_.text(t) == source_.text(name) && source_.is(source_.next(t), "[");
  }
  return Source::none;
}

/// `volatile float* s`, `volatile __shared__ int s[64]`, in the function or among its parameters.
bool StepRewriter::is_volatile(std::size_t name) const {
  const std::size_t head = functions_.head();
  for (std::size_t t = source_.previous(name); t != Source::none && t > head; t = source_.previous(t)) {
    if (source_.text(t) != source_.text(name)) continue;
    for (std::size_t word = source_.previous(t); word != Source::none && word > head;
         word = source_.previous(word)) {
      if (source_.is(word, "volatile")) return true;
      if (is_one_of(source_, word, {"(", ",", ";", "{", "}", "="})) break;
    }
  }
  return false;
}

}  // namespace gridmark::rewrite
