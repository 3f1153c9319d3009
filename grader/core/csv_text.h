#pragma once
// Tables that spreadsheets open.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark {

/// Quoted where RFC 4180 asks for it, and where it begins or ends with a blank.
std::string csv_cell(const std::string& text);

/// One line, CRLF at its end, as RFC 4180 has it.
std::string csv_line(const std::vector<std::string>& cells);

/// `text` so that no spreadsheet takes it or a part of it for a formula: one that begins with = + - @, a tab
/// or a line break gets an apostrophe in front, unless it is a plain number; so does each = + - @ that
/// follows a ; or tab, which separate cells in some countries, or a line break. For whatever comes from a
/// roster or a submission.
std::string harmless(std::string_view text);

}  // namespace gridmark
