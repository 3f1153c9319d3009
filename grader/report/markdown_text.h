#pragma once
// The only way for text to get into Markdown. All text from outside passes escaped() or code().
#include <string>
#include <string_view>

namespace gridmark::report::markdown {

/// Text that CommonMark and GitHub show unchanged, without markup, HTML, link, mention or reference. It fits
/// into a table cell. Do not use it at the start of a line, where more characters have a meaning.
std::string escaped(std::string_view bytes);

/// A code span with as many backticks as the text needs. It fits into a table cell.
std::string code(std::string_view bytes);

/// A fenced block that its text cannot close, with at most `most` lines.
std::string block(std::string_view bytes, std::size_t most);

}  // namespace gridmark::report::markdown
