#include "emulation/rewrite/address_macros.h"

#include <algorithm>

#include "emulation/rewrite/macro_head.h"

namespace gridmark::rewrite {
namespace {

/// An argument that lies farther behind its macro's name is not from a student.
constexpr int longest_arguments = 500;

}  // namespace

std::size_t name_behind_ampersand(const Source& source, std::size_t i) {
  if (!source.is(i, "&")) return Source::none;
  int brackets = 0;
  std::size_t name = source.next(i);
  for (; source.is(name, "("); name = source.next(name)) ++brackets;
  if (!source.is_identifier(name)) return Source::none;
  std::size_t after = source.next(name);
  for (; brackets > 0 && source.is(after, ")"); after = source.next(after)) --brackets;
  const bool is_part_of_it = is_one_of(source, after, {"[", ".", "->", "(", "::"});
  return brackets == 0 && !is_part_of_it ? name : Source::none;
}

/// Reads a macro's body when its head is met.
void AddressMacros::visit(std::size_t i) {
  if (source_[i].kind != Token::Kind::macro) return;
  const MacroHead head = read_macro_head(source_.text(i));
  const auto& parameters = head.parameters;
  arguments_.erase(head.name);
  for (std::size_t t = i + 1; t < source_.size() && source_[t].kind != Token::Kind::macro_end; ++t) {
    const std::size_t name = source_.is(t, "&") ? name_behind_ampersand(source_, t) : t;
    if (!source_.is_identifier(name) || (name == t && !takes_address_at(t))) continue;
    const auto parameter = std::find(parameters.begin(), parameters.end(), source_.text(name));
    if (parameter != parameters.end())
      arguments_[head.name].insert(static_cast<std::size_t>(parameter - parameters.begin()));
  }
}

bool AddressMacros::takes_address_at(std::size_t i) const {
  if (arguments_.empty() || !is_one_of(source_, source_.next(i), {",", ")"})) return false;
  std::size_t place = 0, t = source_.previous(i);
  if (!is_one_of(source_, t, {",", "("})) return false;
  for (int words = 0; t != Source::none && words < longest_arguments && !source_.is(t, "("); ++words) {
    if (source_.is(t, ")") && source_.partner(t) != Source::none) t = source_.partner(t);
    if (source_.is(t, ",")) ++place;
    t = source_.previous(t);
  }
  const auto macro = arguments_.find(source_.text(source_.previous(t)));
  return source_.is(t, "(") && macro != arguments_.end() && macro->second.contains(place);
}

}  // namespace gridmark::rewrite
