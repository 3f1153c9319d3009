// Theory of operation. The watchdog knows the line that a thread was found at, and the text has the loops
// around that line. A cause is only named where the text proves it: each variable of the condition is a plain
// local one, and the loop changes none of them; or its type or its step never lets it reach the bound. A loop
// whose condition calls a function or reads memory is left alone, because another thread may end it.
#include "labkit/channel/endless_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <set>
#include <vector>

namespace gridmark::channel {
namespace {

struct Token {
  std::string text;
  int line = 0;
};
using Tokens = std::vector<Token>;
using Index = std::size_t;

/// A `for` or `while`: tokens [init, condition), [condition, step) and so on; `end` is behind the body.
struct Loop {
  Index start = 0, init = 0, condition = 0, step = 0, body = 0, end = 0;
  bool is_for = false;
};

/// Of a condition `name < bound` or `name > bound`.
struct Counter {
  std::string type, bound;
  bool is_below = false;
};

bool is_number(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0]));
}
bool is_name(const std::string& text) {
  return std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_';
}
bool is_part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

/// Where a comment that begins at `at` ends; `at` where none does.
Index behind_comment(std::string_view text, Index at) {
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  if (text.substr(at, 2) != "/*") return at;
  const Index end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

Index behind_literal(std::string_view text, Index at) {
  Index end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

Index behind_operator(std::string_view text, Index at) {
  constexpr std::array<std::string_view, 20> longer = {
      "<<=", ">>=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
      "|=",  "^=",  "==", "!=", "<=", ">=", "&&", "||", "->", "::"};
  for (const std::string_view one : longer)
    if (text.substr(at, one.size()) == one) return at + one.size();
  return at + 1;
}

Index behind_token(std::string_view text, Index at) {
  if (text[at] == '"' || text[at] == '\'') return behind_literal(text, at);
  if (!std::isalnum(static_cast<unsigned char>(text[at])) && text[at] != '_')
    return behind_operator(text, at);
  const bool number = std::isdigit(static_cast<unsigned char>(text[at]));
  while (at < text.size() && is_part_of_name(text[at]) && (number || text[at] != '.')) ++at;
  return at;
}

Tokens tokens_of(std::string_view text) {
  Tokens found;
  int line = 1;
  for (Index at = 0; at < text.size();) {
    Index end = behind_comment(text, at);
    const bool blank = end != at || std::isspace(static_cast<unsigned char>(text[at]));
    if (end == at) end = blank ? at + 1 : behind_token(text, at);
    if (!blank) found.push_back({std::string(text.substr(at, end - at)), line});
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                        text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at = end;
  }
  return found;
}

class Source {
 public:
  explicit Source(std::string_view text) : tokens_(tokens_of(text)) {}
  /// Around the line, the innermost first.
  std::vector<Loop> loops_around(int line) const;
  /// Of the first loop that shows one.
  EndlessLoop cause(const std::vector<Loop>& loops) const;

 private:
  const std::string& at(Index index) const { return index < tokens_.size() ? tokens_[index].text : nothing_; }
  bool is(Index index, std::string_view text) const { return at(index) == text; }
  Index behind_bracket(Index open) const;
  Index behind_statement(Index first, int depth = 0) const;
  Index find(Index from, Index to, std::string_view text) const;
  std::optional<Loop> loop_at(Index start) const;
  bool read_header(Loop& loop, Index close) const;
  std::string text(Index from, Index to) const;
  bool is_member(Index index) const { return is(index - 1, ".") || is(index - 1, "->"); }

  bool condition_is_plain(const Loop& loop) const;
  std::optional<std::set<std::string>> variables(const Loop& loop) const;
  Index declaration(const Loop& loop, const std::string& name) const;
  bool is_constant(const Loop& loop, const std::string& name) const;
  bool changes(const Loop& loop, const std::string& name) const;
  bool may_leave(const Loop& loop) const;
  std::string type_before(Index name) const;
  std::string unchanged(const Loop& loop) const;
  std::optional<Counter> counter_of(const Loop& loop) const;
  std::optional<int> value_of(const Loop& loop, const std::string& bound) const;
  std::string direction(const Loop& loop) const;
  std::string narrow(const Loop& loop) const;
  int line_of(const Loop& loop) const { return tokens_[loop.start].line; }
  std::string where(const Loop& loop) const;

  Tokens tokens_;
  std::string nothing_;
};

Index Source::behind_bracket(Index open) const {
  int depth = 0;
  for (Index i = open; i < tokens_.size(); ++i) {
    if (is(i, "(") || is(i, "{") || is(i, "[")) ++depth;
    if (is(i, ")") || is(i, "}") || is(i, "]")) --depth;
    if (depth == 0) return i + 1;
  }
  return tokens_.size();
}

/// `depth` keeps hostile text off the stack.
Index Source::behind_statement(Index first, int depth) const {
  constexpr int deepest = 100;
  if (depth > deepest) return tokens_.size();
  if (is(first, "{")) return behind_bracket(first);
  if (is(first, "for") || is(first, "while")) return behind_statement(behind_bracket(first + 1), depth + 1);
  if (is(first, "if")) {
    const Index open = is(first + 1, "constexpr") ? first + 2 : first + 1;
    const Index end = behind_statement(behind_bracket(open), depth + 1);
    return is(end, "else") ? behind_statement(end + 1, depth + 1) : end;
  }
  for (Index i = first; i < tokens_.size();) {
    if (is(i, ";")) return i + 1;
    i = is(i, "(") || is(i, "{") || is(i, "[") ? behind_bracket(i) : i + 1;
  }
  return tokens_.size();
}

Index Source::find(Index from, Index to, std::string_view text) const {
  while (from < to && !is(from, text)) from = is(from, "(") ? behind_bracket(from) : from + 1;
  return from;
}

bool Source::read_header(Loop& loop, Index close) const {
  loop.init = loop.condition = loop.start + 2;
  loop.step = close;
  if (!loop.is_for) return true;
  const Index first = find(loop.init, close, ";");
  const Index second = find(first + 1, close, ";");
  if (second >= close) return false;  // over a range
  loop.condition = first + 1;
  loop.step = second;
  return true;
}

std::optional<Loop> Source::loop_at(Index start) const {
  Loop loop;
  loop.start = start;
  loop.is_for = is(start, "for");
  if ((!loop.is_for && !is(start, "while")) || !is(start + 1, "(")) return std::nullopt;
  loop.body = behind_bracket(start + 1);
  loop.end = behind_statement(loop.body);
  // What stands behind "do { ... }" ends a loop and is none.
  if (!read_header(loop, loop.body - 1) ||
      (!loop.is_for && start > 0 && is(start - 1, "}") && is(loop.body, ";")))
    return std::nullopt;
  return loop;
}

std::vector<Loop> Source::loops_around(int line) const {
  std::vector<Loop> around;
  for (Index i = 0; i < tokens_.size(); ++i)
    if (const auto loop = loop_at(i); loop && tokens_[i].line <= line && tokens_[loop->end - 1].line >= line)
      around.insert(around.begin(), *loop);
  return around;
}

std::string Source::text(Index from, Index to) const {
  std::string words;
  for (Index i = from; i < to; ++i) {
    const bool joined = i == from || is(i, ")") || is(i, ".") || is(i - 1, "(") || is(i - 1, ".") ||
                        is(i, "++") || is(i, "--") || is(i, "]") || is(i, "[") || is(i - 1, "[");
    words += (joined ? "" : " ") + at(i);
  }
  return words;
}

/// No call, no memory, nothing changed on the way.
bool Source::condition_is_plain(const Loop& loop) const {
  for (Index i = loop.condition; i < loop.step; ++i) {
    for (const std::string_view bad :
         {"[", "->", "++", "--", "=", "+=", "-=", "*=", "/=", "&", ">>=", "<<=", "::"})
      if (is(i, bad)) return false;
    const bool called = is(i, "(") && i > loop.condition && is_name(at(i - 1));
    const bool dereferenced =
        is(i, "*") && (i == loop.condition || (!is_part_of_name(at(i - 1)[0]) && !is(i - 1, ")")));
    if (called || dereferenced) return false;
  }
  return loop.condition < loop.step;
}

/// The name in its nearest declaration before the loop, or in its head; 0 where there is none.
Index Source::declaration(const Loop& loop, const std::string& name) const {
  static const std::set<std::string> types = {
      "int",     "unsigned", "long",    "short",    "char",    "bool",      "size_t",
      "float",   "double",   "auto",    "int8_t",   "uint8_t", "int16_t",   "uint16_t",
      "int32_t", "uint32_t", "int64_t", "uint64_t", "signed",  "ptrdiff_t", "define"};
  for (Index i = loop.condition; i-- > 1;) {
    if (!is(i, name) || is_member(i)) continue;
    if (types.contains(at(i - 1))) return i;
    if (!is(i - 1, ",")) continue;
    Index first = i;  // int tx = threadIdx.x, ty = threadIdx.y;
    while (first > 1 && !is(first - 1, ";") && !is(first - 1, "{") && !is(first - 1, "}") &&
           !is(first - 1, "("))
      --first;
    while (first < i && (is(first, "const") || is(first, "unsigned"))) ++first;
    if (types.contains(at(first)) || types.contains(at(first - 1))) return i;
  }
  return 0;
}

/// Of the condition; nothing where one is not a plain local variable, parameter or constant.
std::optional<std::set<std::string>> Source::variables(const Loop& loop) const {
  static const std::set<std::string> builtin = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                "warpSize",  "true",     "false",    "sizeof"};
  std::set<std::string> found;
  for (Index i = loop.condition; i < loop.step; ++i) {
    if (!is_name(at(i)) || is_member(i) || builtin.contains(at(i))) continue;
    const Index declared = declaration(loop, at(i));
    if (declared == 0) return std::nullopt;
    for (Index back = declared;
         back-- > 0 && !is(back, ";") && !is(back, "{") && !is(back, "}") && !is(back, "(");)
      if (is(back, "__shared__") || is(back, "__device__") || is(back, "__managed__") || is(back, "static"))
        return std::nullopt;
    found.insert(at(i));
  }
  return found;
}

/// Whether the head or the body may give the variable another value.
bool Source::changes(const Loop& loop, const std::string& name) const {
  static const std::set<std::string> assigning = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  for (Index i = loop.step; i < loop.end; ++i) {
    if (!is(i, name) || is_member(i)) continue;
    if (assigning.contains(at(i + 1)) || is(i - 1, "++") || is(i - 1, "--") || is(i - 1, "&")) return true;
    // A function may take it by reference.
    const bool argument = (is(i - 1, "(") || is(i - 1, ",")) && (is(i + 1, ")") || is(i + 1, ","));
    if (argument) return true;
  }
  return false;
}

bool Source::may_leave(const Loop& loop) const {
  static const std::set<std::string> ways = {"break", "return", "goto",   "throw",
                                             "asm",   "exit",   "__trap", "assert"};
  for (Index i = loop.body; i < loop.end; ++i)
    if (ways.contains(at(i))) return true;
  return false;
}

std::string Source::where(const Loop& loop) const {
  return fmt::format("the loop at line {}", line_of(loop));
}

/// A name that is declared const, constexpr or by #define can advance in no loop.
bool Source::is_constant(const Loop& loop, const std::string& name) const {
  for (Index i = declaration(loop, name); i-- > 0;) {
    if (is(i, "constexpr") || is(i, "const") || is(i, "define")) return true;
    if (is(i, ";") || is(i, "{") || is(i, "}") || is(i, "(") || is(i, ",")) return false;
  }
  return false;
}

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " or ") + name;
  return text;
}

/// A condition that nothing in the loop has a hand in.
std::string Source::unchanged(const Loop& loop) const {
  if (may_leave(loop)) return "";
  const bool without_condition =
      loop.condition == loop.step || is(loop.condition, "true") || is(loop.condition, "1");
  if (without_condition && loop.step - loop.condition <= 1)
    return where(loop) + " has no condition, and nothing in it leaves it";
  if (!condition_is_plain(loop)) return "";
  const auto names = variables(loop);
  if (!names || names->empty()) return "";
  for (const std::string& name : *names)
    if (changes(loop, name)) return "";
  std::set<std::string> variable;
  for (const std::string& name : *names)
    if (!is_constant(loop, name)) variable.insert(name);
  std::string counted;
  for (Index i = loop.init; loop.is_for && i < loop.condition; ++i)
    if (names->contains(at(i)) && is(i + 1, "=")) counted = at(i);
  const std::string condition = text(loop.condition, loop.step);
  if (counted.empty())
    return fmt::format("{} runs while {}, and nothing in it changes {}", where(loop), condition,
                       joined(variable.empty() ? *names : variable));
  return fmt::format("{} runs while {}, and nothing in it changes {}: {} must advance in each round",
                     where(loop), condition, counted, counted);
}

std::string Source::type_before(Index name) const {
  Index first = name;
  static const std::set<std::string> words = {"unsigned", "signed",  "char",     "short",
                                              "int",      "long",    "uint8_t",  "int8_t",
                                              "uint16_t", "int16_t", "uint32_t", "size_t"};
  while (first > 0 && words.contains(at(first - 1))) --first;
  return text(first, name);
}

/// The largest value of a type that a counter soon leaves; 0 for others.
int largest(const std::string& type) {
  if (type == "unsigned char" || type == "uint8_t") return 255;
  if (type == "char" || type == "signed char" || type == "int8_t") return 127;
  if (type == "unsigned short" || type == "unsigned short int" || type == "uint16_t") return 65535;
  if (type == "short" || type == "short int" || type == "int16_t") return 32767;
  return 0;
}

bool is_unsigned(const std::string& type) {
  return type.starts_with("unsigned") || type.starts_with("uint") || type == "size_t";
}

std::optional<Counter> Source::counter_of(const Loop& loop) const {
  const Index name = loop.condition, sign = name + 1;
  if (may_leave(loop) || loop.step < name + 3 || !is_name(at(name))) return std::nullopt;
  const bool below = is(sign, "<") || is(sign, "<="), above = is(sign, ">") || is(sign, ">=");
  for (Index i = sign + 1; i < loop.step; ++i)
    if (is(i, "&&") || is(i, "||")) return std::nullopt;
  const Index declared = declaration(loop, at(name));
  if (declared == 0 || (!below && !above)) return std::nullopt;
  return Counter{type_before(declared), text(sign + 1, loop.step), below};
}

/// Of a number, or of a name that was given one.
std::optional<int> Source::value_of(const Loop& loop, const std::string& bound) const {
  if (is_number(bound)) return std::atoi(bound.c_str());
  const Index declared = declaration(loop, bound);
  if (declared == 0) return std::nullopt;
  const Index value = is(declared + 1, "=") || is(declared + 1, "{") ? declared + 2 : declared + 1;
  if (!is_number(at(value)) || changes(loop, bound)) return std::nullopt;
  return std::atoi(at(value).c_str());
}

/// `name < bound` whose step leads away from the bound.
std::string Source::direction(const Loop& loop) const {
  const auto counter = counter_of(loop);
  if (!counter) return "";
  const std::string &name = at(loop.condition), condition = text(loop.condition, loop.step);
  if (is(loop.condition + 1, ">=") && counter->bound == "0" && is_unsigned(counter->type))
    return fmt::format(
        "{} runs while {}, which is always true: {} is {}, and goes from 0 to its largest value", where(loop),
        condition, name, counter->type);
  const Index step = loop.step + 1;  // "++i" or "i++"
  if (is(loop.condition + 1, ">=") && counter->bound == "0" && (is(step + 1, "/=") || is(step + 1, ">>=")))
    return fmt::format("{} runs while {}, which is always true: {} ends at 0 and stays there", where(loop),
                       condition, name);
  const bool by_number = is_number(at(step + 2));
  const bool up = is(step, "++") || is(step + 1, "++") || (is(step + 1, "+=") && by_number);
  const bool down = is(step, "--") || is(step + 1, "--") || (is(step + 1, "-=") && by_number);
  const bool steps = loop.is_for && (is(step, name) || is(step + 1, name));
  if (!steps || !(counter->is_below ? down : up)) return "";
  return fmt::format("{} runs while {}, and each round moves {} away from {}", where(loop), condition, name,
                     counter->bound);
}

/// `name < bound` whose type may end before the bound.
std::string Source::narrow(const Loop& loop) const {
  const auto counter = counter_of(loop);
  const int most = counter && counter->is_below ? largest(counter->type) : 0;
  if (most == 0 || value_of(loop, counter->bound).value_or(most + 1) <= most) return "";
  return fmt::format(
      "{} runs while {}, and {} is {}: behind {} it starts again at {}, so it never reaches a larger bound; "
      "make it an int",
      where(loop), text(loop.condition, loop.step), at(loop.condition), counter->type, most,
      is_unsigned(counter->type) ? 0 : -most - 1);
}

/// Causes that the text proves come first: an inner loop may be innocent.
EndlessLoop Source::cause(const std::vector<Loop>& loops) const {
  for (const Loop& loop : loops)
    for (const std::string& why : {unchanged(loop), direction(loop)})
      if (!why.empty()) return {line_of(loop), why};
  for (const Loop& loop : loops)
    if (const std::string why = narrow(loop); !why.empty()) return {line_of(loop), why};
  return {};
}

}  // namespace

EndlessLoop why_loop_never_ends(std::string_view text, int line) {
  constexpr Index most_bytes = 128 * 1024;  // the search is quadratic
  if (text.size() > most_bytes) return {};
  const Source source(text);
  return source.cause(source.loops_around(line));
}

}  // namespace gridmark::channel
