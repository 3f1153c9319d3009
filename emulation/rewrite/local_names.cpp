#include "emulation/rewrite/local_names.h"

#include <array>

#include "emulation/rewrite/head_words.h"

namespace gridmark::rewrite {
namespace {

/// Words before a name that show that it is not a declaration.
bool is_operator_word(std::string_view word) {
  constexpr std::array<std::string_view, 16> words = {
      "return", "else",     "case",      "goto",     "throw",    "new", "delete", "sizeof",
      "do",     "typename", "co_return", "co_await", "co_yield", "not", "and",    "or"};
  for (const std::string_view known : words)
    if (word == known) return true;
  return false;
}

}  // namespace

LocalNames::LocalNames(const CodeTokens& code, std::size_t first, std::size_t end)
    : code_(code), first_(first) {
  for (std::size_t at = first; at < end; ++at) visit(at);
}

const LocalNames::Local* LocalNames::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : &found->second;
}

void LocalNames::visit(std::size_t at) {
  if (code_.is(at, "[") && code_.is_any(at - 1, {"auto", "&"})) {  // auto [a, b] = ...
    for (std::size_t t = at + 1; t < code_.partner(at); ++t)
      if (code_.is_identifier(t)) names_[code_.text(t)] = {};
    return;
  }
  if (code_.is(at, "(") && (at == first_ || code_.is(at - 1, "]"))) add_parameters(at);
  if (code_.is_identifier(at) && is_declared_at(at)) add(at);
}

/// Adds the parameters of the function, or of a lambda in it.
void LocalNames::add_parameters(std::size_t open) {
  for (std::size_t at = open + 2; at < code_.partner(open); ++at)
    if (code_.is_identifier(at) && code_.is_any(at + 1, {",", ")", "=", "["}) &&
        !code_.is_any(at - 1, {"=", ",", "("}))
      add(at);
}

/// `T name`, `T* name`, or `, name` of a declaration of several.
bool LocalNames::is_declared_at(std::size_t at) const {
  if (!code_.is_any(at + 1, {"=", ";", ",", ")", "[", "{", "(", ":"})) return false;
  if (code_.is_any(at - 1, {"*", "&"}) && code_.is(at - 2, "(") && code_.is(at + 1, ")") &&
      code_.is_any(at + 2, {"(", "["}))
    return true;  // a pointer to a function
  std::size_t before = at - 1;
  const bool reference = code_.is_any(before, {"*", "&", "__restrict__", "const"});
  while (before > first_ && code_.is_any(before, {"*", "&", "__restrict__", "const"})) --before;
  if (!reference && code_.is_identifier(before)) return !is_operator_word(code_.text(before));
  if (code_.is(before, ">")) return code_.open_angle(before) != code_.end();
  if (code_.is(before, ",")) return continues_declaration(before);
  if (!reference || !code_.is_identifier(before)) return false;
  return is_type_word(code_.text(before)) || begins_declaration(before) || code_.is(at + 1, "=");
}

/// The comma of `int a = 1, b`, not one between arguments.
bool LocalNames::continues_declaration(std::size_t comma) const {
  constexpr std::size_t longest_declaration = 400;
  std::size_t at = comma;
  for (; at > first_ && at + longest_declaration > comma && !code_.is_any(at, {";", "{", "}", "("}); --at)
    if (code_.is_any(at, {")", "]"}) || (code_.is(at, "}") && code_.is(at + 1, ","))) at = code_.partner(at);
  if (code_.is(at, "(") && !code_.is(at - 1, "for")) return false;
  while (code_.is_any(at + 1, {"const", "static", "__shared__", "volatile", "unsigned", "constexpr"})) ++at;
  return code_.is_identifier(at + 1) &&
         (code_.is_identifier(at + 2) || code_.is_any(at + 2, {"*", "&", "<", "::"}) ||
          is_type_word(code_.text(at)));
}

/// `T* name` at the start of a statement or parameter.
bool LocalNames::begins_declaration(std::size_t type) const {
  std::size_t before = type - 1;
  while (before > first_ && code_.is(before, "::")) before -= 2;
  return code_.is_any(before, {";", "{", "}", "const", "static", "__shared__", "("}) &&
         (!code_.is(before, "(") || before == first_ || code_.is_any(before - 1, {"for", "]"}));
}

/// The last word of the type in front of the name at `at`, or `end()` if there is none.
std::size_t LocalNames::type_before(std::size_t at) const {
  std::size_t type = at - 1;
  while (type > first_ && code_.is_any(type, {"*", "&", "__restrict__", "const"})) --type;
  if (code_.is(type, ">"))
    type = code_.open_angle(type) == code_.end() ? code_.end() : code_.open_angle(type) - 1;
  return code_.is_identifier(type) ? type : code_.end();
}

void LocalNames::add(std::size_t at) {
  Local local;
  local.at = at;
  const std::size_t type = type_before(at);
  if (type != code_.end()) local.type = code_.text(type);
  local.of_std = type != code_.end() && code_.is(type - 1, "::") && code_.is(type - 2, "std");
  for (std::size_t t = at - 1; t > type && t < at; --t) local.is_pointer |= code_.is(t, "*");
  if (code_.is(at + 1, "[")) local.type = "";
  const auto [known, fresh] = names_.emplace(code_.text(at), local);
  if (!fresh && known->second.type != local.type) known->second.type = "";
}

}  // namespace gridmark::rewrite
