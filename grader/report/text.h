#pragma once
// Converts bytes of students and compilers to text that is safe to show. Nothing here depends on the locale.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::report {

/// One line that a terminal can show. Characters that move the cursor, hide text or reorder it are spelled
/// out (`\n`, `\x1b`, `\u{202e}`). Bytes that are not UTF-8 become `\xNN`.
std::string printable(std::string_view bytes);

/// The lines of `bytes`, each printable, with tabs expanded to columns of 8. At most `most` lines, then "(N
/// more lines)".
std::vector<std::string> printable_lines(std::string_view bytes, std::size_t most);

/// The first of these lines. "" if there is none.
std::string printable_line(std::string_view bytes);

/// Columns that printable text uses on a terminal: 2 for wide East Asian characters and emoji, 0 for marks.
std::size_t columns(std::string_view text);

/// `text` padded with blanks to `width` columns. Longer text is cut and ends in `ellipsis`.
std::string padded(std::string_view text, std::size_t width, std::string_view ellipsis = "...");

/// `text` broken at blanks into lines of at most `width` columns. A longer word is broken too.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace gridmark::report
