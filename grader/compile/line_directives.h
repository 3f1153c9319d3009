#pragma once
#include <optional>
#include <string_view>

namespace gridmark::compile {

/// The line of the first directive in `source` that says which file and line its text comes from: `#line 5`
/// or `# 5 "file"`. With one, a source could pass its own lines off as a header's.
///
/// No such directive is missed, however it is spelled; a comment or a literal holds none (directive_text.h).
std::optional<int> find_line_directive(std::string_view source);

}  // namespace gridmark::compile
