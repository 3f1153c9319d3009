#pragma once
#include <stdexcept>
#include <string>

namespace gridmark::load {

/// `text` with its only `from` replaced. Throws if there is not exactly one, so that a table cannot become
/// outdated.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
    throw std::logic_error("not there exactly once: " + from);
  return text.replace(at, from.size(), to);
}

}  // namespace gridmark::load
