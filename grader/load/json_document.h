#pragma once
// Text -> JSON, stricter than a JSON library: only UTF-8, no key twice, bounded size and depth.
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "grader/core/error.h"

namespace gridmark::load {

/// The source of a text and its limits.
struct DocumentKind {
  Error::Source source;
  std::size_t most_bytes = std::size_t{1} << 20;
  int most_levels = 32;   ///< nested arrays and objects
  bool one_line = false;  ///< `where` already has the line, so places are columns
};

/// Skips a byte order mark. Syntax errors report line:column and the offending text.
Result<nlohmann::json> parse_document(std::string_view text, const std::string& where,
                                      const DocumentKind& kind);

/// `text` in quotes for a message: one printable line with at most 40 of its bytes.
std::string in_quotes(std::string_view text);

/// "a/b" as one step of a JSON pointer (RFC 6901): "a~1b".
std::string pointer_step(std::string_view key);

}  // namespace gridmark::load
