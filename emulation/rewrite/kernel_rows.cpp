#include "emulation/rewrite/kernel_rows.h"

#include "emulation/rewrite/kernel_names.h"

namespace gridmark::rewrite {
namespace {

/// static inline __global__ void __launch_bounds__(1, 2)
constexpr int longest_kernel_head = 60;

}  // namespace

void KernelRows::visit(std::size_t i) {
  if (!source_.is(i, "{") || source_.in_macro(i) || !source_.is(source_.previous(i), ")")) return;
  const Head found = head(i);
  if (found.qualifier == Source::none || !found.is_plain || !is_room_for_edits(i)) return;
  // Otherwise the brackets before the body belong to an attribute.
  if (kernel_name_after(source_, found.qualifier) != source_.previous(found.parameters)) return;
  if (code_.is_straight_kernel(found.parameters, i, found.types)) edit(found, i);
}

KernelRows::Head KernelRows::head(std::size_t body) const {
  Head head;
  head.parameters = source_.partner(source_.previous(body));
  std::size_t t = source_.previous(head.parameters);
  if (!source_.is_identifier(t)) return head;  // a specialisation's k<int>(...) is not changed
  for (int words = 0; t != Source::none && words < longest_kernel_head; ++words, t = source_.previous(t)) {
    if (source_.is(t, ";") || source_.is(t, "{") || source_.is(t, "}")) break;
    if (source_.is(t, "__global__")) head.qualifier = t;
    if (source_.is(t, "template")) {
      head.is_plain = read_template(t, head);
      return head;
    }
    if (source_.is(t, "::") || source_.is(t, "=")) return head;
    if (source_.is(t, ")") && source_.partner(t) != Source::none) t = source_.partner(t);
  }
  head.is_plain = true;
  return head;
}

/// `template <typename T, int n>` at `word`.
bool KernelRows::read_template(std::size_t word, Head& head) const {
  std::size_t t = source_.next(word);
  if (!source_.is(t, "<")) return false;
  for (t = source_.next(t); t != Source::none && !source_.is(t, ">"); t = source_.next(t)) {
    const std::size_t name = source_.next(t);
    const bool is_type = source_.is(t, "typename") || source_.is(t, "class");
    if (is_type && source_.is_identifier(name)) head.types.insert(source_.text(name));
    if (source_.is(t, "<") || source_.is(t, ".") || source_.is(t, "::")) return false;
  }
  return t != Source::none;
}

/// The inserted words must not touch others, nor move the text behind them by more than five columns.
bool KernelRows::is_room_for_edits(std::size_t body) const {
  const std::size_t close = source_.partner(body);
  if (close == Source::none || source_.next(body) == close) return false;
  const std::string_view text = source_.whole();
  const char after = text[source_[body].end], before = text[source_[close].begin - 1];
  return !continues_identifier(after) && !continues_identifier(before);
}

void KernelRows::edit(const Head& head, std::size_t body) {
  const Token &qualifier = source_[head.qualifier], &open = source_[body];
  const std::size_t end = source_.partner(body);
  edits_.replace(qualifier.begin, qualifier.end, padded("_G_ROWS", source_.text(head.qualifier)));
  edits_.replace(open.begin, open.end, "{_GROW");
  for (std::size_t t = body; t < end; ++t)
    if (source_.is(t, "return")) edits_.replace(source_[t].begin, source_[t].end, "_GNEXT");
  edits_.replace(source_[end].begin, source_[end].end, "_GEND}");
}

}  // namespace gridmark::rewrite
