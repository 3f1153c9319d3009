#include "emulation/driver/constant_names.h"

#include <cctype>

namespace gridmark::driver {
namespace {

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

}  // namespace

std::vector<std::string> constant_names(std::string_view source) {
  return declared_names(source, {"__constant__", "_QC"});
}

std::vector<std::string> declared_names(std::string_view source,
                                        std::initializer_list<std::string_view> words) {
  std::vector<std::string> names;
  for (const std::string_view word : words) {
    for (std::size_t at = source.find(word); at != source.npos; at = source.find(word, at + 1)) {
      const std::size_t line = source.rfind('\n', at) + 1;
      const bool directive = source.substr(line).starts_with('#');
      const std::string_view rest = source.substr(at + word.size());
      const bool part =
          (at > 0 && continues_name(source[at - 1])) || (!rest.empty() && continues_name(rest[0]));
      if (directive || part) continue;
      const std::string name = declared_name(rest.substr(0, std::min<std::size_t>(rest.find(';') + 1, 4096)));
      if (!name.empty()) names.push_back(name);
    }
  }
  return names;
}

}  // namespace gridmark::driver
