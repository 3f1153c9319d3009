#pragma once
// Text -> JSON, stricter than a JSON library: UTF-8 only, no key twice, bounded size and depth.
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "grader/core/error.h"

namespace gridmark::load {

/// Whose text it is, and how much of it is believed.
struct DocumentKind {
  Error::Source source;
  std::size_t most_bytes = std::size_t{1} << 20;
  int most_levels = 32;   ///< of arrays and objects in each other
  bool one_line = false;  ///< `where` names the line already; places are columns
};

/// A byte order mark is skipped. Syntax errors say line:column and the offending text.
Result<nlohmann::json> parse_document(std::string_view text, const std::string& where,
                                      const DocumentKind& kind);

/// `text` in quotes for a message: one line, printable, at most 40 bytes of it.
std::string in_quotes(std::string_view text);

/// "a/b" as one step of a JSON pointer (RFC 6901): "a~1b".
std::string pointer_step(std::string_view key);

}  // namespace gridmark::load
