#include "emulation/rewrite/variable_rewriter.h"

#include <algorithm>
#include <initializer_list>

namespace gridmark::rewrite {
namespace {

/// A longer text is not a declaration that a program has.
constexpr std::size_t longest_variable = 200;

bool is_device_word(const Source& source, std::size_t i) {
  return is_one_of(source, i, {"__constant__", "__device__", "__managed__"});
}

/// True for a word that settles the linkage, or shows that the declaration is not a variable.
bool keeps_linkage(const Source& source, std::size_t i) {
  return is_one_of(source, i,
                   {"static", "inline", "template", "constexpr", "thread_local", "friend", "operator",
                    "using", "typedef", "__global__", "__host__", "__forceinline__", "__noinline__"});
}

bool has_arguments(const Source& source, std::size_t i) {
  return is_one_of(source, i, {"__align__", "alignas", "__attribute__", "decltype", "__builtin_align__"});
}

}  // namespace

/// The first token of the declaration that contains `word`.
std::size_t VariableRewriter::first(std::size_t word) const {
  std::size_t begin = word;
  for (std::size_t steps = 0; steps < longest_variable; ++steps) {
    const std::size_t before = source_.previous(begin);
    if (before == Source::none || is_one_of(source_, before, {";", "{", "}"})) break;
    begin = before;
  }
  return begin;
}

/// The tokens up to the declared name, with it. None unless a variable is declared.
std::vector<std::size_t> VariableRewriter::specifiers(std::size_t word) const {
  std::vector<std::size_t> tokens;
  bool defines_type = false;
  int angles = 0;
  for (std::size_t t = first(word); t != Source::none; t = source_.next(t)) {
    if (is_one_of(source_, t, {";", "=", "[", ","}) || (source_.is(t, "{") && !defines_type)) break;
    if (is_one_of(source_, t, {"(", "{"}) || tokens.size() > longest_variable) return {};
    tokens.push_back(t);
    defines_type = defines_type || is_one_of(source_, t, {"struct", "class", "union", "enum"});
    angles += source_.is(t, "<") - source_.is(t, ">");
    if (!has_arguments(source_, t)) continue;
    t = source_.partner(source_.next(t));
    if (t == Source::none) return {};
  }
  const bool named = tokens.size() >= 2 && angles == 0 && tokens.back() > word &&
                     source_.is_identifier(tokens.back()) &&
                     !source_.is(source_.previous(tokens.back()), "::");
  return named ? tokens : std::vector<std::size_t>();
}

/// `int a[4] = {1, 2}, b;` has two names. A const variable has none, because the host knows its value as
/// well.
void VariableRewriter::keep_names(const std::vector<std::size_t>& tokens) {
  for (const std::size_t t : tokens)
    if (is_one_of(source_, t,
                  {"__managed__", "const", "constexpr", "extern", "typedef", "using", "template"}))
      return;
  std::size_t name = tokens.back();
  for (std::size_t steps = 0; name != Source::none && steps < longest_variable; ++steps) {
    if (!source_.is_identifier(name)) return;
    unreachable_.emplace_back(source_.text(name));
    std::size_t t = source_.next(name);
    for (; t != Source::none && !is_one_of(source_, t, {",", ";", "}"}); t = source_.next(t))
      if (const std::size_t partner = source_.partner(t); partner != Source::none && partner > t) t = partner;
    if (!source_.is(t, ",")) return;
    name = source_.next(t);
    while (is_one_of(source_, name, {"*", "&"})) name = source_.next(name);
  }
}

void VariableRewriter::visit(std::size_t i) {
  if (i < end_ || scopes_.in_function(i) || !is_device_word(source_, i)) return;
  const std::vector<std::size_t> tokens = specifiers(i);
  if (tokens.empty()) return;
  end_ = tokens.back();
  keep_names(tokens);
  if (!static_too_) return;
  const auto any = [&](auto is) { return std::any_of(tokens.begin(), tokens.end(), is); };
  const std::string_view name = source_.text(tokens.back());
  if (any([&](std::size_t t) { return source_.is(t, "extern"); })) extern_names_.insert(name);
  if (extern_names_.count(name) || any([&](std::size_t t) { return keeps_linkage(source_, t); })) return;
  const bool constant = source_.is(i, "__constant__");
  edits_.replace(source_[i].begin, source_[i].end,
                 padded(constant ? "_G_CONSTANT" : "_G_DEVICE", source_.text(i)));
}

}  // namespace gridmark::rewrite
