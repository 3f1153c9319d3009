// Theory of operation. The watchdog knows the line where a thread was found, and the text has the loops
// around that line. A cause is named only if the text proves it. Each variable of the condition must be a
// plain local one. Either the loop changes none of them, or its type or step never lets a variable reach the
// bound. A loop whose condition calls a function or reads memory gets no cause, because another thread may
// end it.
#include "labkit/channel/endless_loop.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <optional>
#include <set>

#include "labkit/channel/loop_source.h"

namespace gridmark::channel {
namespace {

using Index = LoopSource::Index;

/// The counter of a condition `name < bound` or `name > bound`.
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

class Causes : private LoopSource {
 public:
  using LoopSource::LoopSource;
  /// The cause of the innermost loop around the line that shows one.
  EndlessLoop around(int line) const;

 private:
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
  std::string where(const Loop& loop) const;
  EndlessLoop proven(const std::vector<Loop>& loops) const;
};

/// Whether the condition has no call, no memory access and no assignment.
bool Causes::condition_is_plain(const Loop& loop) const {
  for (Index i = loop.condition; i < loop.step; ++i) {
    for (const std::string_view bad :
         {"[", "->", "++", "--", "=", "+=", "-=", "*=", "/=", "&", ">>=", "<<=", "::"})
      if (is(i, bad)) return false;
    const bool called = is(i, "(") && i > loop.condition && is_name(at(i - 1));
    const bool dereferenced =
        is(i, "*") &&
        (i == loop.condition || (!is_name(at(i - 1)) && !is_number(at(i - 1)) && !is(i - 1, ")")));
    if (called || dereferenced) return false;
  }
  return loop.condition < loop.step;
}

/// The name in its nearest declaration before the loop or in its head. 0 if there is none.
Index Causes::declaration(const Loop& loop, const std::string& name) const {
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

/// The variables of the condition. Nothing if one is not a plain local variable, parameter or constant.
std::optional<std::set<std::string>> Causes::variables(const Loop& loop) const {
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
bool Causes::changes(const Loop& loop, const std::string& name) const {
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

bool Causes::may_leave(const Loop& loop) const {
  static const std::set<std::string> ways = {"break", "return", "goto",   "throw",
                                             "asm",   "exit",   "__trap", "assert"};
  for (Index i = loop.body; i < loop.end; ++i)
    if (ways.contains(at(i))) return true;
  return false;
}

std::string Causes::where(const Loop& loop) const {
  return fmt::format("the loop at line {}", line_of(loop));
}

/// A name that is declared const, constexpr or by #define cannot change in any loop.
bool Causes::is_constant(const Loop& loop, const std::string& name) const {
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

/// The cause if the loop changes nothing in its condition.
std::string Causes::unchanged(const Loop& loop) const {
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

std::string Causes::type_before(Index name) const {
  Index first = name;
  static const std::set<std::string> words = {"unsigned", "signed",  "char",     "short",
                                              "int",      "long",    "uint8_t",  "int8_t",
                                              "uint16_t", "int16_t", "uint32_t", "size_t"};
  while (first > 0 && words.contains(at(first - 1))) --first;
  return text(first, name);
}

/// The largest value of a narrow type, which a counter can soon exceed. 0 for others.
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

std::optional<Counter> Causes::counter_of(const Loop& loop) const {
  const Index name = loop.condition, sign = name + 1;
  if (may_leave(loop) || loop.step < name + 3 || !is_name(at(name))) return std::nullopt;
  const bool below = is(sign, "<") || is(sign, "<="), above = is(sign, ">") || is(sign, ">=");
  for (Index i = sign + 1; i < loop.step; ++i)
    if (is(i, "&&") || is(i, "||")) return std::nullopt;
  const Index declared = declaration(loop, at(name));
  if (declared == 0 || (!below && !above)) return std::nullopt;
  return Counter{type_before(declared), text(sign + 1, loop.step), below};
}

/// The value of a number, or of a name that was given one.
std::optional<int> Causes::value_of(const Loop& loop, const std::string& bound) const {
  if (is_number(bound)) return std::atoi(bound.c_str());
  const Index declared = declaration(loop, bound);
  if (declared == 0) return std::nullopt;
  const Index value = is(declared + 1, "=") || is(declared + 1, "{") ? declared + 2 : declared + 1;
  if (!is_number(at(value)) || changes(loop, bound)) return std::nullopt;
  return std::atoi(at(value).c_str());
}

/// The cause if the step of `name < bound` leads away from the bound.
std::string Causes::direction(const Loop& loop) const {
  const auto counter = counter_of(loop);
  if (!counter) return "";
  const std::string &name = at(loop.condition), condition = text(loop.condition, loop.step);
  if (is(loop.condition + 1, ">=") && counter->bound == "0" && is_unsigned(counter->type))
    return fmt::format("{} runs while {}, which is always true: {} is {}{}", where(loop), condition, name,
                       counter->type, counts_below_zero);
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

/// The cause if the type in `name < bound` may end before the bound.
std::string Causes::narrow(const Loop& loop) const {
  const auto counter = counter_of(loop);
  const int most = counter && counter->is_below ? largest(counter->type) : 0;
  if (most == 0 || value_of(loop, counter->bound).value_or(most + 1) <= most) return "";
  return fmt::format(
      "{} runs while {}, and {} is {}: behind {} it starts again at {}, so it never reaches a larger bound{}",
      where(loop), text(loop.condition, loop.step), at(loop.condition), counter->type, most,
      is_unsigned(counter->type) ? 0 : -most - 1, index_too_small);
}

/// The first of these loops that never ends, as the text proves.
EndlessLoop Causes::proven(const std::vector<Loop>& loops) const {
  for (const Loop& loop : loops)
    for (const std::string& why : {unchanged(loop), direction(loop)})
      if (!why.empty()) return {line_of(loop), why};
  return {};
}

/// Causes that the text proves come first, because an inner loop may be correct. The compiler may reduce an
/// endless loop to one jump, which has the line of the statement before it.
EndlessLoop Causes::around(int line) const {
  const std::vector<Loop> loops = loops_around(line);
  if (loops.empty()) return proven(loops_behind(line));
  if (EndlessLoop found = proven(loops); !found.why.empty()) return found;
  for (const Loop& loop : loops)
    if (const std::string why = narrow(loop); !why.empty()) return {line_of(loop), why};
  return {};
}

}  // namespace

EndlessLoop why_loop_never_ends(std::string_view text, int line) {
  constexpr Index most_bytes = 128 * 1024;  // the search is quadratic
  if (text.size() > most_bytes) return {};
  return Causes(text).around(line);
}

}  // namespace gridmark::channel
