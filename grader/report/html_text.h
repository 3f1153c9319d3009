#pragma once
// The only way for text to get into a page. A template passes every text through escaped().
#include <string>
#include <string_view>

namespace gridmark::report::html {

/// Printable text with & < > " ' as entities: safe between tags and in quoted attributes.
std::string escaped(std::string_view bytes);

}  // namespace gridmark::report::html
