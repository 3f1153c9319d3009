#include "emulation/rewrite/statement_table.h"

namespace gridmark::rewrite {
namespace {

/// The text is the rewritten one, so it contains the words of kernel_rows.
class StatementWriter {
 public:
  explicit StatementWriter(const Source& source) : source_(source) {}

  std::string run() {
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (source_.in_macro(i) || !is_one_of(source_, i, {"__global__", "_G_ROWS", "__device__"})) continue;
      const std::size_t open = body_behind(i);
      if (open == Source::none) continue;
      text_ += "F " + source_.position(source_[open].begin).file + '\n';
      statement(open, 0);
      i = source_.partner(open);
    }
    return std::move(text_);
  }

 private:
  /// The brace that begins the function's body, or none for a declaration or a variable.
  std::size_t body_behind(std::size_t i) const {
    bool has_parameters = false;
    for (; i != Source::none && !is_one_of(source_, i, {";", "}", "="}); i = source_.next(i)) {
      if (source_.is(i, "{")) return has_parameters && source_.partner(i) != Source::none ? i : Source::none;
      has_parameters |= source_.is(i, "(");
      if (is_one_of(source_, i, {"(", "["})) i = source_.partner(i);
      if (i == Source::none) break;
    }
    return Source::none;
  }

  /// Writes the statement at `i`. Returns its last token, or none if the text is not understood.
  std::size_t statement(std::size_t i, int depth) {
    i = behind_labels(i);
    if (i == Source::none || source_.is(i, "}")) return Source::none;
    const std::size_t at = text_.size();
    char kind = 's';
    std::size_t last = Source::none;
    if (source_.is(i, "{"))
      kind = 'c', last = compound(i, depth);
    else if (source_.is(i, "if"))
      kind = 'i', last = condition(i, depth);
    else if (is_one_of(source_, i, {"for", "while", "switch"}))
      kind = source_.is(i, "switch") ? 'w' : 'l', last = headed(i, depth);
    else if (source_.is(i, "do"))
      kind = 'l', last = do_loop(i, depth);
    else
      kind = is_one_of(source_, i, {"return", "_GNEXT", "break", "continue", "goto"}) ? 'j' : 's',
      last = simple(i);
    if (last != Source::none) text_.insert(at, line_of(depth, kind, i, last));
    return last;
  }

  std::string line_of(int depth, char kind, std::size_t first, std::size_t last) const {
    const Position begin = source_.position(source_[first].begin);
    const Position end = source_.position(source_[last].end - 1);
    std::string text = std::to_string(depth) + ' ' + kind;
    for (const int number : {begin.line, begin.column, end.line, end.column})
      text += ' ' + std::to_string(number);
    return text + '\n';
  }

  std::size_t behind_labels(std::size_t i) const {
    while (i != Source::none && is_one_of(source_, i, {"case", "default"})) {
      while (i != Source::none && !source_.is(i, ":")) i = source_.next(i);
      if (i != Source::none) i = source_.next(i);
    }
    return i;
  }

  std::size_t compound(std::size_t open, int depth) {
    const std::size_t close = source_.partner(open);
    std::size_t i = source_.next(open);
    if (source_.is(i, "_GROW")) i = source_.next(i);
    for (; i != close && i != Source::none; i = source_.next(i)) {
      i = statement(i, depth + 1);
      if (i == Source::none) break;
    }
    return close;
  }

  /// The parenthesis that closes the head of `if (...)` or `for (...)`.
  std::size_t end_of_head(std::size_t i) const {
    i = source_.next(i);
    if (source_.is(i, "constexpr")) i = source_.next(i);
    return source_.is(i, "(") ? source_.partner(i) : Source::none;
  }

  std::size_t headed(std::size_t i, int depth) {
    const std::size_t head = end_of_head(i);
    return head == Source::none ? head : statement(source_.next(head), depth + 1);
  }

  std::size_t condition(std::size_t i, int depth) {
    const std::size_t then = headed(i, depth);
    if (then == Source::none) return then;
    const std::size_t other = source_.next(then);
    return source_.is(other, "else") ? statement(source_.next(other), depth + 1) : then;
  }

  std::size_t do_loop(std::size_t i, int depth) {
    const std::size_t body = statement(source_.next(i), depth + 1);
    return body == Source::none ? body : simple(source_.next(body));
  }

  std::size_t simple(std::size_t i) const {
    for (; i != Source::none && !source_.is(i, "}"); i = source_.next(i)) {
      if (source_.is(i, ";")) return i;
      if (is_one_of(source_, i, {"(", "[", "{"})) i = source_.partner(i);
      if (i == Source::none) break;
    }
    return Source::none;
  }

  const Source& source_;
  std::string text_;
};

}  // namespace

std::string statement_table(const Source& source) { return StatementWriter(source).run(); }

}  // namespace gridmark::rewrite
