#pragma once
// Tables that spreadsheets open.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark {

/// Quotes a cell that RFC 4180 requires to be quoted, or that begins or ends with a blank.
std::string csv_cell(const std::string& text);

/// One line that ends with CRLF, as in RFC 4180.
std::string csv_line(const std::vector<std::string>& cells);

/// Returns `text` changed so that no spreadsheet reads a part of it as a formula. Use it for all text from a
/// roster or a submission. A text that begins with = + - @, a tab or a line break gets an apostrophe in
/// front, unless it is a plain number. So does each = + - @ after a line break, a tab or a `;`, since some
/// countries separate cells with these.
std::string harmless(std::string_view text);

}  // namespace gridmark
