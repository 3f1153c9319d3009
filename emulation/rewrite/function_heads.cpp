#include "emulation/rewrite/function_heads.h"

#include "emulation/rewrite/macro_head.h"

namespace gridmark::rewrite {

FunctionHeads::FunctionHeads(const Source& source) : source_(source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i].kind != Token::Kind::macro) continue;
    Qualifiers found;
    for (std::size_t t = i + 1; t < source.size() && source[t].kind != Token::Kind::macro_end; ++t) {
      const Qualifiers word = qualifiers(t);
      found = {found.host || word.host, found.device || word.device};
    }
    if (found.host || found.device) macros_[read_macro_head(source.text(i)).name] = found;
  }
}

Qualifiers FunctionHeads::qualifiers(std::size_t token) const {
  if (source_.is(token, "__host__")) return {.host = true};
  if (is_any(token, {"__device__", "__global__"})) return {.device = true};
  return source_.is_identifier(token) ? qualifiers(source_.text(token)) : Qualifiers{};
}

Qualifiers FunctionHeads::qualifiers(std::string_view macro) const {
  const auto found = macros_.find(macro);
  return found == macros_.end() ? Qualifiers{} : found->second;
}

Qualifiers FunctionHeads::qualifiers(const std::vector<std::size_t>& head) const {
  Qualifiers all;
  for (const std::size_t t : head) {
    const Qualifiers word = qualifiers(t);
    all = {all.host || word.host, all.device || word.device};
  }
  return all;
}

std::vector<std::size_t> FunctionHeads::head(std::size_t i) const {
  constexpr std::size_t longest = 100;
  std::vector<std::size_t> tokens;
  for (std::size_t t = source_.previous(i); t != Source::none && tokens.size() < longest;
       t = source_.previous(t)) {
    if (is_any(t, {";", "{"})) break;
    if (source_.is(t, "}") && !source_.is(source_.next(t), ",")) break;
    const std::size_t partner = source_.partner(t);
    if (partner == Source::none && source_.is(t, "("))
      break;  // inside an argument list, where a lambda's head ends
    tokens.push_back(t);
    if (partner != Source::none && partner < t) t = partner;
  }
  return tokens;
}

FunctionHeads::Brace FunctionHeads::kind(const std::vector<std::size_t>& head) const {
  bool parameters = false, type = false;
  for (const std::size_t t : head) {
    if (source_.is(t, "=") && !parameters) return Brace::statement;
    if (is_any(t, {"namespace", "extern"})) return parameters ? Brace::function : Brace::scope;
    type |= is_any(t, {"class", "struct", "union"});
    if (source_.is(t, "]")) return Brace::function;  // a lambda
    if (!source_.is(t, ")")) continue;
    const std::size_t before = source_.previous(source_.partner(t));
    if (is_any(before, {"if", "for", "while", "switch", "catch", "constexpr"})) return Brace::statement;
    parameters |= !is_any(before, {"__align__", "alignas", "decltype", "__attribute__", "__declspec"});
  }
  return parameters ? Brace::function : type ? Brace::scope : Brace::statement;
}

}  // namespace gridmark::rewrite
