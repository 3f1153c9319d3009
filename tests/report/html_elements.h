#pragma once
#include <cctype>
#include <set>
#include <string>

namespace gridmark::report {

/// The names of the elements that a page opens.
inline std::set<std::string> elements_of(const std::string& html) {
  std::set<std::string> names;
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos; ++at)
    if (std::isalpha(static_cast<unsigned char>(html[at + 1])))
      names.insert(html.substr(at + 1, html.find_first_of(" >/", at) - at - 1));
  return names;
}

}  // namespace gridmark::report
