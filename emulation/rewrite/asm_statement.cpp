#include "emulation/rewrite/asm_statement.h"

#include "emulation/rewrite/macro_head.h"

namespace gridmark::rewrite {
namespace {

char unescaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    default:
      return c;
  }
}

/// The value of a string literal. Octal and hexadecimal escapes are not used in assembly.
std::string literal_value(std::string_view literal) {
  const std::size_t quote = literal.find('"');
  if (quote == std::string_view::npos) return {};
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = literal.find('('), close = literal.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close <= open) return {};
    return std::string(literal.substr(open + 1, close - open - 1));
  }
  std::string value;
  for (std::size_t i = quote + 1; i < literal.size() && literal[i] != '"'; ++i) {
    if (literal[i] == '\\' && i + 1 < literal.size()) {
      ++i;
      if (literal[i] != '\n') value += unescaped(literal[i]);
    } else {
      value += literal[i];
    }
  }
  return value;
}

class StatementReader {
 public:
  StatementReader(const Source& source, const TextMacros& macros) : source_(source), macros_(macros) {}

  std::optional<AsmStatement> run(std::size_t i) {
    at_ = source_.next(i);
    while (source_.is(at_, "volatile") || source_.is(at_, "__volatile__") || source_.is(at_, "inline") ||
           source_.is(at_, "goto")) {
      result_.is_volatile |= source_.is(at_, "volatile") || source_.is(at_, "__volatile__");
      at_ = source_.next(at_);
    }
    if (!source_.is(at_, "(")) return {};
    result_.last = source_.partner(at_);
    if (result_.last == Source::none) return {};
    at_ = source_.next(at_);
    read_text();
    if (take_colon() && !read_operands(true)) return {};
    if (take_colon() && !read_operands(false)) return {};
    if (take_colon()) read_clobbers();
    return result_;
  }

 private:
  bool is_end() const { return at_ == Source::none || at_ == result_.last; }
  bool at_colon() const { return source_.is(at_, ":") || source_.is(at_, "::"); }

  /// `::` counts as two colons.
  bool take_colon() {
    if (half_of_double_colon_) {
      half_of_double_colon_ = false;
      return true;
    }
    if (!at_colon()) return false;
    half_of_double_colon_ = source_.is(at_, "::");
    result_.has_operands = true;
    at_ = source_.next(at_);
    return true;
  }

  void read_text() {
    for (; !is_end() && !at_colon(); at_ = source_.next(at_)) {
      const auto macro = macros_.find(source_.text(at_));
      if (source_[at_].kind == Token::Kind::literal)
        result_.text += literal_value(source_.text(at_));
      else if (macro != macros_.end())
        result_.text += macro->second;
      else
        result_.has_unknown_text = true;
    }
  }

  bool read_operands(bool outputs) {
    while (!half_of_double_colon_ && !is_end() && !at_colon()) {
      if (source_.is(at_, ",")) at_ = source_.next(at_);
      if (source_[at_].kind != Token::Kind::literal) return false;
      AsmStatement::Operand operand{literal_value(source_.text(at_)), {}};
      const std::size_t open = source_.next(at_);
      if (!source_.is(open, "(") || source_.partner(open) == Source::none) return false;
      const std::size_t close = source_.partner(open);
      for (std::size_t t = source_.next(open); t != close && t != Source::none; t = source_.next(t))
        operand.expression.append(source_.text(t)).append(" ");
      result_.operands.push_back(std::move(operand));
      if (outputs) ++result_.outputs;
      at_ = source_.next(close);
    }
    return true;
  }

  void read_clobbers() {
    for (; !is_end(); at_ = source_.next(at_))
      result_.clobbers_memory |= literal_value(source_.text(at_)) == "memory";
  }

  const Source& source_;
  const TextMacros& macros_;
  AsmStatement result_;
  std::size_t at_ = Source::none;
  bool half_of_double_colon_ = false;
};

}  // namespace

TextMacros text_macros(const Source& source) {
  TextMacros macros;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i].kind != Token::Kind::macro) continue;
    const std::string_view head = source.text(i);
    const std::string_view name = head.ends_with(')') ? "" : read_macro_head(head).name;
    std::string text;
    bool literals = false;
    for (++i; i < source.size() && source[i].kind != Token::Kind::macro_end; ++i) {
      if (source[i].kind == Token::Kind::blank) continue;
      literals = source[i].kind == Token::Kind::literal && source.text(i).back() == '"';
      if (!literals) break;
      text += literal_value(source.text(i));
    }
    if (literals && !name.empty()) macros[name] = std::move(text);
  }
  return macros;
}

bool is_assembly_word(const Source& source, std::size_t i) {
  return source.is(i, "asm") || source.is(i, "__asm__") || source.is(i, "__asm");
}

std::optional<AsmStatement> read_asm_statement(const Source& source, std::size_t i,
                                               const TextMacros& macros) {
  return StatementReader(source, macros).run(i);
}

}  // namespace gridmark::rewrite
