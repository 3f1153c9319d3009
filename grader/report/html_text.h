#pragma once
// The only way text gets into a page: whatever comes from outside passes escaped().
#include <string>
#include <string_view>

namespace gridmark::html {

/// Printable text with & < > " ' as entities: safe between tags and in quoted attributes.
std::string escaped(std::string_view bytes);

/// Up to `most` lines for a <pre>, escaped.
std::string escaped_lines(std::string_view bytes, std::size_t most);

/// <tag class="kind">content</tag>; `content` is HTML already, an empty `kind` leaves the attribute out.
std::string element(std::string_view tag, std::string_view kind, std::string_view content);

}  // namespace gridmark::html
