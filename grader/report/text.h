#pragma once
// Bytes of students and compilers -> text that is safe to show. Nothing here is locale dependent.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::report {

/// One line that a terminal can show: what could move the cursor, hide or reorder text is spelled out (`\n`,
/// `\x1b`,
/// `\u{202e}`), bytes that are not UTF-8 as `\xNN`.
std::string printable(std::string_view bytes);

/// The lines of `bytes`, each printable, tabs as blanks up to columns of 8; at most `most`, then "(N more
/// lines)".
std::vector<std::string> printable_lines(std::string_view bytes, std::size_t most);

/// The first of them; "" where there is none.
std::string printable_line(std::string_view bytes);

/// Columns that printable text takes on a terminal: 2 for wide East Asian characters and emoji, 0 for marks.
std::size_t columns(std::string_view text);

/// `text` and blanks up to `width` columns; longer text is cut and ends in `ellipsis`.
std::string padded(std::string_view text, std::size_t width, std::string_view ellipsis = "...");

/// `text` broken at blanks into lines of at most `width` columns; a longer word is broken too.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace gridmark::report
