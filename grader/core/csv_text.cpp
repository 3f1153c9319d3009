#include "grader/core/csv_text.h"

#include "grader/core/plain_number.h"

namespace gridmark {

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
  const auto first = text.find_first_not_of(' ');
  const bool suspect =
      first != text.npos && std::string_view("=+-@\t\r\n").find(text[first]) != std::string_view::npos;
  return suspect && !plain_number(text) ? "'" + std::string(text) : std::string(text);
}

}  // namespace gridmark
