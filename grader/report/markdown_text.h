#pragma once
// The only way text gets into Markdown: whatever comes from outside passes escaped() or code().
#include <string>
#include <string_view>

namespace gridmark::report::markdown {

/// Text that CommonMark and GitHub show as it is: no markup, HTML, link, mention or reference comes of it.
/// Fits into a cell of a table; not for the start of a line, where more characters mean something.
std::string escaped(std::string_view bytes);

/// A span of code, with as many backticks as the text needs. Fits into a cell of a table.
std::string code(std::string_view bytes);

/// A fenced block that its text cannot close; at most `most` lines.
std::string block(std::string_view bytes, std::size_t most);

}  // namespace gridmark::report::markdown
