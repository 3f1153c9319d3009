#pragma once
// The only way text gets into a page: a template passes all that it shows through escaped().
#include <string>
#include <string_view>

namespace gridmark::report::html {

/// Printable text with & < > " ' as entities: safe between tags and in quoted attributes.
std::string escaped(std::string_view bytes);

}  // namespace gridmark::report::html
