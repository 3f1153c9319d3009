#include "grader/core/csv_text.h"

#include "grader/core/plain_number.h"

namespace gridmark {

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) {
    if (&cell != &cells.front()) line += ',';
    const bool quoted = cell.find_first_of(",\"\r\n") != cell.npos ||
                        (!cell.empty() && (cell.front() == ' ' || cell.back() == ' '));
    if (!quoted) {
      line += cell;
      continue;
    }
    line += '"';
    for (const char c : cell) line.append(c == '"' ? 2 : 1, c);
    line += '"';
  }
  return line + "\r\n";
}

std::string harmless(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  const bool suspect =
      first != text.npos && std::string_view("=+-@\t\r\n").find(text[first]) != std::string_view::npos;
  return suspect && !plain_number(text) ? "'" + std::string(text) : std::string(text);
}

}  // namespace gridmark
