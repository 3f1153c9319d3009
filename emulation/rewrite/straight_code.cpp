#include "emulation/rewrite/straight_code.h"

#include <algorithm>

#include "emulation/rewrite/macro_head.h"
#include "emulation/rewrite/straight_words.h"

namespace gridmark::rewrite {
namespace {

using Words = std::set<std::string_view>;

/// Limit for a kernel and its functions, because macros in macros may expand to more than any program needs.
constexpr std::size_t most_tokens = 10'000;

/// The characters at token `t`, most of which are separate tokens: += is two.
std::string_view marks(const Source& source, std::size_t t) {
  return t == Source::none ? std::string_view() : source.whole().substr(source[t].begin, 3);
}

/// The character just before token `t`.
char just_before(const Source& source, std::size_t t) {
  return t == Source::none || source[t].begin == 0 ? ' ' : source.whole()[source[t].begin - 1];
}

/// True if an assignment or ++ or -- begins at `t`.
bool is_assignment(const Source& source, std::size_t t) {
  const std::string_view at = marks(source, t);
  if (at.starts_with("==") || at.size() < 2) return false;
  if (at[0] == '=') return just_before(source, t) != '!';
  if (at.starts_with("++") || at.starts_with("--") || at == "<<=" || at == ">>=") return true;
  return at[1] == '=' && std::string_view("+-*/%&|^").find(at[0]) != std::string_view::npos;
}

/// True if the `&` at `t` is not an operator between two values.
bool takes_address(const Source& source, std::size_t t) {
  if (!source.is(t, "&") || just_before(source, t) == '&') return false;
  const std::size_t before = source.previous(t);
  const bool value = source.is_identifier(before) || is_one_of(source, before, {")", "]"}) ||
                     (before != Source::none && source[before].kind == Token::Kind::number);
  return !value;
}

}  // namespace

StraightCode::StraightCode(const Source& source) : source_(source) {
  read_macros();
  read_functions();
  look_for_threads();
}

void StraightCode::read_macros() {
  for (std::size_t i = 0; i < source_.size(); ++i) {
    if (source_[i].kind != Token::Kind::macro) continue;
    std::size_t end = i + 1;
    while (end < source_.size() && source_[end].kind != Token::Kind::macro_end) ++end;
    macros_[read_macro_head(source_.text(i)).name].push_back({i + 1, end});
  }
}

/// `type name(...) {`, in any scope.
void StraightCode::read_functions() {
  for (std::size_t i = 0; i < source_.size(); ++i) {
    if (source_.is(i, "operator")) declares_operators_ = declares_operators_ || is_device_declaration(i);
    if (!source_.is(i, "{") || source_.in_macro(i)) continue;
    const std::size_t close = source_.previous(i), open = source_.partner(close);
    if (!source_.is(close, ")") || open == Source::none) continue;
    const std::size_t name = source_.previous(open), type = source_.previous(name);
    if (!source_.is_identifier(name) || is_one_of(source_, name, {"if", "for", "while", "switch", "catch"}))
      continue;
    if (!source_.is_identifier(type) && !is_one_of(source_, type, {"*", "&", ">", "::", ")"})) continue;
    functions_[source_.text(name)].push_back({{open, close}, {i, source_.partner(i)}});
  }
}

/// Looks outside of kernels. A macro's words count where the macro is used.
void StraightCode::look_for_threads() {
  for (std::size_t i = 0; i < source_.size(); ++i) {
    if (source_.in_macro(i)) continue;
    if (source_.is(i, "threadIdx")) names_threads_ = true;
    if (!source_.is(i, "__global__")) continue;
    std::size_t t = i;
    while (t != Source::none && !is_one_of(source_, t, {";", "{"})) t = source_.next(t);
    if (source_.is(t, "{") && source_.partner(t) != Source::none) i = source_.partner(t);
  }
}

/// True if the declaration at `t` has __device__ or constexpr, perhaps through a macro.
bool StraightCode::is_device_declaration(std::size_t t) const {
  constexpr int longest_head = 100;
  if (source_.in_macro(t)) return true;
  for (int words = 0; t != Source::none && words < longest_head; ++words, t = source_.previous(t)) {
    if (is_one_of(source_, t, {";", "{", "}"})) return false;
    if (is_one_of(source_, t, {"__device__", "constexpr"})) return true;
    const auto macro = macros_.find(source_.text(t));
    if (macro == macros_.end()) continue;
    for (const Range& body : macro->second)
      for (std::size_t word = body.open; word < body.close; ++word)
        if (source_.is(word, "__device__")) return true;
  }
  return false;
}

bool StraightCode::is_straight_kernel(std::size_t parameters, std::size_t body, const Words& types) {
  const std::size_t end_of_parameters = source_.partner(parameters), end = source_.partner(body);
  if (declares_operators_ || end_of_parameters == Source::none || end == Source::none) return false;
  if (!types.empty() && names_threads_) return false;  // a class may be one of them
  budget_ = most_tokens;
  read_parameters(parameters, end_of_parameters);
  for (const char* name : {"blockIdx", "blockDim", "gridDim"})
    if (parameters_.count(name)) return false;
  return is_straight(parameters + 1, end_of_parameters, Kind::function, types) &&
         is_straight(body + 1, end, Kind::kernel, types);
}

void StraightCode::read_parameters(std::size_t open, std::size_t close) {
  parameters_.clear();
  for (std::size_t t = source_.next(open); t != Source::none && t < close; t = source_.next(t))
    if (source_.is_identifier(t) && is_one_of(source_, source_.next(t), {",", ")", "=", "["}))
      parameters_.insert(source_.text(t));
}

/// True if the parameter at `t` keeps its value. The data that it points to may change.
bool StraightCode::is_left_alone(std::size_t t) const {
  const std::size_t before = source_.previous(t);
  std::size_t after = source_.next(t);
  for (const char* sign : {"+", "-"})
    if (source_.is(before, sign) && just_before(source_, before) == *sign) return false;
  if (takes_address(source_, before) && !source_.is(after, "[")) return false;
  while (source_.is(after, ")")) after = source_.next(after);
  while (source_.is(after, ".")) after = source_.next(source_.next(after));
  return !is_assignment(source_, after);
}

bool StraightCode::is_straight(std::size_t begin, std::size_t end, Kind kind, const Words& types) {
  for (std::size_t t = begin; t < end; ++t) {
    if (budget_ == 0 || --budget_ == 0) return false;
    switch (source_[t].kind) {
      case Token::Kind::identifier:
        if (!word_is_straight(t, kind, types)) return false;
        break;
      case Token::Kind::punctuator:
        if (!mark_is_straight(t, types) || (kind == Kind::macro && is_assignment(source_, t))) return false;
        break;
      case Token::Kind::number:
      case Token::Kind::blank:
      case Token::Kind::literal:
      case Token::Kind::marker:
        break;
      default:
        return false;
    }
  }
  return true;
}

bool StraightCode::is_type(std::size_t t, const Words& types) const {
  return is_built_in_type(source_.text(t)) || types.count(source_.text(t)) != 0;
}

/// `(const float*)`
bool StraightCode::holds_a_type(std::size_t open, const Words& types) const {
  const std::size_t close = source_.partner(open);
  if (!source_.is(open, "(") || close == Source::none) return false;
  for (std::size_t t = source_.next(open); t != close; t = source_.next(t))
    if (t == Source::none || (!is_one_of(source_, t, {"*", "&"}) && !is_type(t, types))) return false;
  return true;
}

/// Calls through a pointer, lambdas, names in a namespace and template arguments are not straight.
bool StraightCode::mark_is_straight(std::size_t t, const Words& types) const {
  const std::size_t before = source_.previous(t), after = source_.next(t);
  if (is_one_of(source_, t, {"::", "<<<", ">>>", "#", "##"})) return false;
  // A reference can refer to a parameter.
  if (source_.is(t, "&") && is_type(before, types)) return false;
  if (source_.is(t, "["))
    return (source_.is_identifier(before) && !is_type(before, types)) ||
           is_one_of(source_, before, {"]", ")"});
  if (source_.is(t, "]")) return !source_.is(after, "(");
  if (source_.is(t, ">") && is_one_of(source_, after, {"(", "{"})) {
    // static_cast<float>(x). A comparison with an expression in brackets is not straight.
    std::size_t open = before;
    while (open != Source::none && (is_type(open, types) || source_.is(open, "*")))
      open = source_.previous(open);
    return source_.is(open, "<") &&
           is_one_of(source_, source_.previous(open), {"static_cast", "reinterpret_cast", "const_cast"});
  }
  if (source_.is(t, ")") && source_.is(after, "(")) {
    const std::size_t open = source_.partner(t);
    return is_one_of(source_, source_.previous(open), {"if", "switch"}) || holds_a_type(open, types);
  }
  return true;
}

bool StraightCode::word_is_straight(std::size_t t, Kind kind, const Words& types) {
  const std::string_view word = source_.text(t);
  if (is_type(t, types)) return !source_.is(source_.next(t), "{");
  if (kind == Kind::kernel && parameters_.count(word) && !is_left_alone(t)) return false;
  // A thread's own return must be visible, not hidden in a macro.
  if (word == "return")
    return kind == Kind::function || (kind == Kind::kernel && source_.is(source_.next(t), ";"));
  // Only a kernel's own text can use threadIdx.
  if (word == "threadIdx") return kind != Kind::function;
  return is_straight_keyword(word) || name_is_straight(t, kind, types);
}

bool StraightCode::name_is_straight(std::size_t t, Kind kind, const Words& types) {
  const std::string_view word = source_.text(t);
  const std::size_t after = source_.next(t);
  if (is_refused_word(word)) return false;
  if (macros_.count(word)) return macro_is_straight(word, kind, types);
  if (source_.is(after, "{") || source_.is_identifier(after)) return false;  // of an unknown type
  if (!source_.is(after, "(")) return !word.starts_with("__");
  return !is_one_of(source_, source_.previous(t), {".", "->"}) && may_be_called(word);
}

bool StraightCode::macro_is_straight(std::string_view name, Kind kind, const Words& types) {
  if (!macros_in_use_.insert(name).second) return true;  // it stands for itself
  const Kind inner = kind == Kind::kernel ? Kind::macro : kind;
  const auto& bodies = macros_.at(name);
  const bool straight = std::all_of(bodies.begin(), bodies.end(), [&](const Range& body) {
    return is_straight(body.open, body.close, inner, types);
  });
  macros_in_use_.erase(name);
  return straight;
}

bool StraightCode::may_be_called(std::string_view name) {
  const auto found = functions_.find(name);
  if (found == functions_.end()) return is_arithmetic_function(name);
  Verdict& verdict = verdicts_[name];
  if (verdict != Verdict::unknown) return verdict == Verdict::straight;
  verdict = Verdict::other;  // a function that calls itself is not straight
  const bool straight =
      std::all_of(found->second.begin(), found->second.end(), [&](const Function& function) {
        return function.body.close != Source::none &&
               is_straight(function.parameters.open + 1, function.parameters.close, Kind::function, {}) &&
               is_straight(function.body.open + 1, function.body.close, Kind::function, {});
      });
  return (verdicts_[name] = straight ? Verdict::straight : Verdict::other) == Verdict::straight;
}

}  // namespace gridmark::rewrite
