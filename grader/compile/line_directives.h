#pragma once
#include <optional>
#include <string_view>

namespace gridmark::compile {

/// The line of the first directive in `source` that sets the file and line of the text after it: `#line 5` or
/// `# 5 "file"`. With such a directive, a source could present its own lines as a header's.
///
/// No such directive is missed in any spelling. Comments and literals are not searched (directive_text.h).
std::optional<int> find_line_directive(std::string_view source);

}  // namespace gridmark::compile
