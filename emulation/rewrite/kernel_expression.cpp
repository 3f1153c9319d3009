#include "emulation/rewrite/kernel_expression.h"

#include <array>
#include <string_view>

namespace gridmark::rewrite {
namespace {

/// Template argument lists in front of a launch are short. The limit keeps hostile text from costing n^2.
constexpr int longest_launch = 2000;

bool is_statement_word(std::string_view word) {
  constexpr std::array<std::string_view, 14> words = {"return",   "if",        "else", "while",   "for",
                                                      "do",       "switch",    "case", "and",     "or",
                                                      "co_await", "co_return", "not",  "co_yield"};
  for (std::string_view known : words) {
    if (word == known) return true;
  }
  return false;
}

/// Walks from the `<<<` to the left, one part of the expression after the other.
class Walk {
 public:
  Walk(const Source& source, std::size_t chevrons) : source_(source), start_(chevrons) {}

  std::size_t run() {
    std::size_t last = source_.previous(start_);
    while (last != Source::none && take_primary(last)) {
      const std::size_t before = source_.previous(start_);
      if (!joins(before)) return start_;
      start_ = before;
      last = source_.previous(before);
      if (source_.is(before, "::") && !is_name(last) && !closes_template(last)) return start_;  // ::kernel
    }
    return Source::none;
  }

 private:
  bool joins(std::size_t i) const {
    return source_.is(i, "::") || source_.is(i, ".") || source_.is(i, "->") || source_.is(i, "##");
  }

  bool closes_template(std::size_t i) const { return source_.is(i, ">") || source_.is(i, ">>>"); }

  bool is_name(std::size_t i) const {
    return source_.is_identifier(i) && !is_statement_word(source_.text(i));
  }

  /// A name, with template arguments, subscripts and calls behind it, or a bracketed expression.
  bool take_primary(std::size_t last) {
    while (source_.is(last, ")") || source_.is(last, "]")) {
      const bool subscript = source_.is(last, "]");
      start_ = source_.partner(last);
      if (start_ == Source::none) return false;
      last = source_.previous(start_);
      const bool goes_on = is_name(last) || (subscript && (source_.is(last, ")") || source_.is(last, "]")));
      if (!goes_on) return !subscript;
    }
    if (closes_template(last)) last = before_template_arguments(last);
    if (!is_name(last)) return false;
    start_ = last;
    const std::size_t before = source_.previous(last);
    if (source_.is(before, "template")) start_ = before;
    return true;
  }

  /// The token before the `<` that belongs to the `>` at `close`.
  std::size_t before_template_arguments(std::size_t close) const {
    int depth = 0;
    std::size_t i = close;
    for (int steps = 0; i != Source::none && steps < longest_launch; ++steps) {
      if (source_.is(i, ">")) ++depth;
      if (source_.is(i, ">>>")) depth += 3;
      if (source_.is(i, "<") && --depth == 0) return source_.previous(i);
      if (source_.is(i, ";") || source_.is(i, "{")) return Source::none;
      const bool closes = source_.is(i, ")") || source_.is(i, "]") || source_.is(i, "}");
      i = source_.previous(closes ? source_.partner(i) : i);
    }
    return Source::none;
  }

  const Source& source_;
  std::size_t start_;
};

}  // namespace

std::size_t kernel_expression(const Source& source, std::size_t chevrons) {
  return Walk(source, chevrons).run();
}

}  // namespace gridmark::rewrite
