#include "grader/core/csv_text.h"

#include "grader/core/plain_number.h"

namespace gridmark {
namespace {

bool starts_formula(char c) { return std::string_view("=+-@").find(c) != std::string_view::npos; }

/// Whether some spreadsheet ends a cell at `c`, independent of this file's separator.
bool ends_cell(char c) { return std::string_view(";\t\r\n").find(c) != std::string_view::npos; }

}  // namespace

std::string csv_cell(const std::string& text) {
  const bool quoted = text.find_first_of(",\"\r\n") != text.npos ||
                      (!text.empty() && (text.front() == ' ' || text.back() == ' '));
  if (!quoted) return text;
  std::string cell = "\"";
  for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
  return cell + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (&cell == &cells.front() ? "" : ",") + csv_cell(cell);
  return line + "\r\n";
}

std::string harmless(std::string_view text) {
  if (plain_number(text)) return std::string(text);
  const auto first = text.find_first_not_of(' ');
  const bool suspect =
      first != text.npos && (starts_formula(text[first]) || (ends_cell(text[first]) && text[first] != ';'));
  std::string made = suspect ? "'" : "";
  bool fresh = false;  // only blanks and quotes since a cell may have ended
  for (const char c : text) {
    if (fresh && starts_formula(c)) made += '\'';
    fresh = ends_cell(c) || (fresh && (c == ' ' || c == '"'));
    made += c;
  }
  return made;
}

}  // namespace gridmark
