#include "grader/compile/symbol_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace gridmark::compile {

namespace {

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z") || name.size() >= 1000) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? plain.get() : name;
}

/// The text after the word operator: "()", "<<", "+=", " new".
std::string_view operator_of(std::string_view rest) {
  if (rest.starts_with("()")) return "()";
  const auto end = rest.starts_with('<') ? rest.find_first_not_of("<=>") : rest.find_first_of("(<");
  return rest.substr(0, end);
}

}  // namespace

std::string qualified_name(const std::string& name) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  const std::string text = demangled(name);
  std::string found;
  int depth = 0;  // depth of template arguments
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(1)) {
    if (depth == 0 && (found == "operator" || found.ends_with("::operator")))
      return found.append(operator_of(rest));
    if (depth == 0 && rest.starts_with(unnamed)) {
      found += unnamed;
      rest.remove_prefix(unnamed.size());
    }
    if (depth == 0 && (rest.empty() || rest[0] == '(')) break;
    if (depth == 0 && rest[0] == ' ') found.clear();  // drops a type that a template returns, or "vtable for"
    if (rest[0] == '<') ++depth;
    if (depth == 0 && rest[0] != ' ') found += rest[0];
    if (rest[0] == '>') --depth;
  }
  return found;
}

std::string readable_name(const std::string& name) {
  constexpr std::size_t longest_shown = 120;
  const std::string text = demangled(name);
  return text.size() <= longest_shown ? text : text.substr(0, longest_shown) + "...";
}

std::string word_of(const std::string& name) {
  std::string text = readable_name(name);
  text.resize(std::min(text.find_first_of("(<["), text.size()));
  return text.substr(text.find_last_of(": ") + 1);
}

}  // namespace gridmark::compile
