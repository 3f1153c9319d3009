#include "emulation/driver/constant_names.h"

#include <cctype>

#include "emulation/demangled.h"
#include "emulation/rewrite/source.h"

namespace gridmark::driver {
namespace {

constexpr std::size_t longest_declaration = 4096;

bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The declared name: the last one in front of [ = { ; or of a constructor's parenthesis.
std::string declared_name(std::string_view declaration) {
  std::string name;
  int angles = 0;
  for (std::size_t i = 0; i < declaration.size();) {
    const char c = declaration[i];
    if (continues_name(c)) {
      std::size_t end = i;
      while (end < declaration.size() && continues_name(declaration[end])) ++end;
      const std::string_view word = declaration.substr(i, end - i);
      if (angles == 0 && word != "__align__" && word != "alignas") name = word;
      i = end;
      continue;
    }
    if (c == '<') ++angles;
    if (c == '>') --angles;
    const bool after_alignment = c == '(' && i >= 1 && declaration.substr(0, i).ends_with("lign__");
    if (c == '(' && (after_alignment || declaration.substr(0, i).ends_with("alignas"))) {
      i = std::min(declaration.find(')', i), declaration.size() - 1) + 1;
      continue;
    }
    if (angles == 0 && (c == '[' || c == '=' || c == '{' || c == ';' || c == '(' || c == ',')) break;
    ++i;
  }
  return name;
}

/// "a::table" of "a::table<3, b::c>".
std::string without_arguments(std::string name) {
  if (!name.ends_with('>')) return name;
  std::size_t at = name.size();
  for (int depth = 0; at > 0;) {
    --at;
    depth += (name[at] == '>') - (name[at] == '<');
    if (depth == 0) break;
  }
  return name.substr(0, at);
}

}  // namespace

std::vector<std::string> constant_names(std::string_view source) {
  return declared_names(source, {"__constant__", "_G_CONSTANT"});
}

std::vector<std::string> declared_names(std::string_view text,
                                        std::initializer_list<std::string_view> words) {
  const rewrite::Source source(text);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.in_macro(i) || !is_one_of(source, i, words)) continue;
    std::string declaration;
    for (std::size_t t = source.next(i);
         t != rewrite::Source::none && declaration.size() < longest_declaration; t = source.next(t)) {
      const std::string_view token = source.text(t);
      if (!declaration.empty() && continues_name(declaration.back()) && continues_name(token[0]))
        declaration += ' ';
      declaration += token;
      if (source.is(t, ";")) break;
    }
    if (declaration.find(';') == declaration.npos) continue;
    if (const std::string name = declared_name(declaration); !name.empty()) names.push_back(name);
  }
  return names;
}

DeclaredSymbols::DeclaredSymbols(const std::vector<std::string>& names) {
  for (const std::string& name : names) ++names_[name].declared;
}

void DeclaredSymbols::add(std::string_view symbol) {
  if (names_.empty() || symbol.starts_with("_ZZ")) return;  // a function's variable
  const std::string variable = without_arguments(emulation::demangled(std::string(symbol)));
  const std::size_t colons = variable.rfind("::");
  const auto of = names_.find(colons == variable.npos ? variable : variable.substr(colons + 2));
  if (of == names_.end()) return;
  of->second.variables.insert(variable);
  of->second.symbols.insert(symbol);
}

std::vector<std::string_view> DeclaredSymbols::all() const {
  std::vector<std::string_view> symbols;
  for (const auto& [name, found] : names_)
    if (found.variables.size() <= found.declared)
      symbols.insert(symbols.end(), found.symbols.begin(), found.symbols.end());
  return symbols;
}

}  // namespace gridmark::driver
