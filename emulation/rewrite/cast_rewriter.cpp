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

/// `i` is the first token of `void *`, `const void*` or `void const *`: the token behind it, or none.
std::size_t CastRewriter::void_pointer(std::size_t i) const {
  bool is_void = false;
  for (; source_.is(i, "const") || source_.is(i, "void"); i = source_.next(i))
    is_void |= source_.is(i, "void");
  return is_void && source_.is(i, "*") ? source_.next(i) : Source::none;
}

/// `i` is behind the cast: the last token of `&ns::kernel<int>` or `(kernel<int>)`, or none.
std::size_t CastRewriter::end_of_kernel(std::size_t i) const {
  if (source_.is(i, "(")) {
    const std::size_t close = source_.partner(i);
    const std::size_t end = end_of_kernel(source_.next(i));
    return end != Source::none && source_.next(end) == close ? close : Source::none;
  }
  if (source_.is(i, "&")) i = source_.next(i);
  std::size_t last = Source::none;
  bool is_kernel = false;
  for (;;) {
    if (source_.is(i, "::")) i = source_.next(i);
    if (!source_.is_identifier(i)) return Source::none;
    is_kernel = kernels_.contains(source_.text(i));
    last = i;
    i = source_.next(i);
    if (source_.is(i, "<")) {
      const std::size_t close = end_of_template_arguments(i);
      if (close == Source::none) break;
      last = close;
      i = source_.next(close);
    }
    if (!source_.is(i, "::")) break;
  }
  const bool used = source_.is(i, "(") || source_.is(i, "[") || source_.is(i, ".") || source_.is(i, "->");
  return is_kernel && !used ? last : Source::none;
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

void CastRewriter::c_style(std::size_t i) {
  const std::size_t close = void_pointer(source_.next(i));
  if (!source_.is(close, ")")) return;
  const std::size_t first = source_.next(close);
  const std::size_t last = end_of_kernel(first);
  if (last == Source::none) return;
  const std::size_t begin = source_[i].begin, name = source_[first].begin;
  const std::string_view old = source_.whole().substr(begin, name - begin);
  if (old.find_first_of("\n/") != std::string_view::npos) return;
  // One blank less in front makes room for the parenthesis behind the name.
  edits_.replace(begin, name, std::string(old.size() - 4, ' ') + "_V(");
  edits_.replace(source_[last].end, source_[last].end, ")");
}

void CastRewriter::named_cast(std::size_t i) {
  if (!source_.is(source_.next(i), "<")) return;
  const std::size_t close = void_pointer(source_.next(source_.next(i)));
  if (!source_.is(close, ">")) return;
  const std::size_t open = source_.next(close);
  if (!source_.is(open, "(")) return;
  const std::size_t last = end_of_kernel(source_.next(open));
  if (last == Source::none || source_.next(last) != source_.partner(open)) return;
  const std::string_view old = source_.whole().substr(source_[i].begin, source_[open].end - source_[i].begin);
  if (old.find_first_of("\n/") != std::string_view::npos) return;
  edits_.replace(source_[i].begin, source_[open].end, std::string(old.size() - 3, ' ') + "_V(");
}

}  // namespace gridmark::rewrite
