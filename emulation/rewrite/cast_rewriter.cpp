#include "emulation/rewrite/cast_rewriter.h"

#include <string>

namespace gridmark::rewrite {
namespace {

constexpr int longest_argument_list = 2000;

}  // namespace

void CastRewriter::visit(std::size_t i) {
  if (source_.is(i, "(")) c_style(i);
  if (source_.is(i, "reinterpret_cast") || source_.is(i, "static_cast")) named_cast(i);
}

/// The token behind `void *`, `const void*` or `void const *`, whose first token is `i`, or none.
std::size_t CastRewriter::void_pointer(std::size_t i) const {
  bool is_void = false;
  for (; source_.is(i, "const") || source_.is(i, "void"); i = source_.next(i))
    is_void |= source_.is(i, "void");
  return is_void && source_.is(i, "*") ? source_.next(i) : Source::none;
}

/// Behind a name or in a declarator, `(void*)` is a list of parameters.
bool CastRewriter::is_cast(std::size_t bracket) const {
  const std::size_t before = source_.previous(bracket);
  if (is_one_of(source_, before, {"return", "else", "do", "throw", "case"})) return true;
  return !source_.is_identifier(before) && !is_one_of(source_, before, {")", "]", ">", ">>>"});
}

/// The operand of the cast that ends before `i`: the last token of `&ns::kernel<int>` or `(kernel<int>)`, or
/// none.
CastRewriter::Operand CastRewriter::operand(std::size_t i) const {
  if (source_.is(i, "(")) {
    const std::size_t close = source_.partner(i), behind = source_.next(close);
    if (source_.is_identifier(behind) || (source_.is(behind, "&") && !source_.is(source_.next(behind), "&")))
      return {operand(behind).last, false};  // (void*)(void (*)(int))overloaded
    const Operand inner = operand(source_.next(i));
    const bool whole = inner.last != Source::none && source_.next(inner.last) == close;
    return {whole && (inner.is_kernel || ends_operand(close)) ? close : Source::none, inner.is_kernel};
  }
  const bool is_address = source_.is(i, "&");
  if (is_address) i = source_.next(i);
  const Operand name = qualified_name(i);
  if (name.last == Source::none || name.is_kernel) return name;
  const std::size_t last = is_address ? name.last : end_of_pointer(name.last);
  return {ends_operand(last) ? last : Source::none, false};
}

CastRewriter::Operand CastRewriter::qualified_name(std::size_t i) const {
  Operand name;
  for (;;) {
    if (source_.is(i, "::")) i = source_.next(i);
    if (!source_.is_identifier(i)) return {};
    name = {i, kernels_.contains(source_.text(i))};
    i = source_.next(i);
    if (source_.is(i, "<")) {
      const std::size_t close = end_of_template_arguments(i);
      if (close == Source::none) break;
      name.last = close;
      i = source_.next(close);
    }
    if (!source_.is(i, "::")) break;
  }
  if (is_one_of(source_, i, {"(", "[", ".", "->"})) name.is_kernel = false;
  return name;
}

/// `table[i]`, `choice->kernel`, `pick(i)`: the end of the part behind the name.
std::size_t CastRewriter::end_of_pointer(std::size_t last) const {
  while (last != Source::none && !source_.is(last, ">")) {
    const std::size_t after = source_.next(last);
    if (is_one_of(source_, after, {"(", "["}))
      last = source_.partner(after);
    else if (is_one_of(source_, after, {".", "->"}))
      last = source_.is_identifier(source_.next(after)) ? source_.next(after) : Source::none;
    else
      break;
  }
  return last;
}

/// True if the operand that ends in `last` is understood. `a<b>` can be a comparison if more follows, and
/// `new T` is two words.
bool CastRewriter::ends_operand(std::size_t last) const {
  if (last == Source::none || is_one_of(source_, last, {"NULL", "nullptr", "this", "__null"})) return false;
  const std::size_t after = source_.next(last);
  if (source_.is(last, ">")) return is_one_of(source_, after, {",", ")", ";", "}"});
  if (after == Source::none) return true;
  const bool steps =
      is_one_of(source_, after, {"+", "-"}) && source_.is(source_.next(after), source_.text(after));
  return source_[after].kind == Token::Kind::punctuator && !steps &&
         !is_one_of(source_, after, {"++", "--", "::", "{", "##", "(", "[", ".", "->"});
}

std::size_t CastRewriter::end_of_template_arguments(std::size_t open) const {
  int depth = 0;
  std::size_t i = open;
  for (int steps = 0; i != Source::none && steps < longest_argument_list; ++steps) {
    if (source_.is(i, "<")) ++depth;
    if (source_.is(i, ">") && --depth == 0) return i;
    if (source_.is(i, ">>>") && (depth -= 3) == 0) return i;
    if (source_.is(i, ";") || source_.is(i, "{") || depth < 0) return Source::none;
    const bool opens = source_.is(i, "(") || source_.is(i, "[");
    if (!opens && source_.partner(i) != Source::none) return Source::none;
    i = source_.next(opens ? source_.partner(i) : i);
  }
  return Source::none;
}

/// The macro that replaces the cast `old`. Empty if `old` stays.
std::string_view CastRewriter::macro_for(const Operand& found, std::string_view old,
                                         std::size_t bracket) const {
  if (found.last == Source::none || old.find_first_of("\n/") != std::string_view::npos) return {};
  if (found.is_kernel) return "_GFN(";
  if (!is_cast(bracket)) return {};
  return old.find("const ") != std::string_view::npos || old.find(" const") != std::string_view::npos
             ? "_GCONST_VP("
             : "_GVP(";
}

void CastRewriter::c_style(std::size_t i) {
  const std::size_t close = void_pointer(source_.next(i));
  if (!source_.is(close, ")")) return;
  const std::size_t first = source_.next(close);
  if (first == Source::none) return;
  const Operand found = operand(first);
  const std::size_t begin = source_[i].begin, name = source_[first].begin;
  const std::string_view old = source_.whole().substr(begin, name - begin);
  const std::string_view macro = macro_for(found, old, i);
  if (macro.empty()) return;
  // One blank less in front makes room for the parenthesis behind the name.
  edits_.replace(begin, name, std::string(old.size() - 1 - macro.size(), ' ').append(macro));
  edits_.replace(source_[found.last].end, source_[found.last].end, ")");
}

void CastRewriter::named_cast(std::size_t i) {
  if (!source_.is(source_.next(i), "<")) return;
  const std::size_t close = void_pointer(source_.next(source_.next(i)));
  if (!source_.is(close, ">")) return;
  const std::size_t open = source_.next(close);
  if (!source_.is(open, "(")) return;
  const Operand found = operand(source_.next(open));
  if (found.last == Source::none || source_.next(found.last) != source_.partner(open)) return;
  if (!found.is_kernel && source_.is(i, "static_cast")) return;  // it does not accept a function
  const std::string_view old = source_.whole().substr(source_[i].begin, source_[open].end - source_[i].begin);
  const std::string_view macro = macro_for(found, old, i);
  if (macro.empty()) return;
  edits_.replace(source_[i].begin, source_[open].end,
                 std::string(old.size() - macro.size(), ' ').append(macro));
}

}  // namespace gridmark::rewrite
