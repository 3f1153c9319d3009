#include "grader/core/markdown.h"

#include <algorithm>

namespace gridmark {
namespace {

std::string stripped(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

/// Calls `take` with each line and whether it is in fenced code. The fences count as fenced.
template <class Take>
void for_each_line(std::string_view text, Take take) {
  bool fenced = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool fence = stripped(line).starts_with("```");
    take(line, fenced || fence);
    fenced ^= fence;
  }
}

/// The cells of "| a | b |". Empty if the line is not a row.
std::vector<std::string> cells_of(std::string_view line) {
  const std::string row = stripped(line);
  if (row.size() < 2 || row.front() != '|' || row.back() != '|') return {};
  std::vector<std::string> cells;
  for (std::size_t at = 1; at < row.size();) {
    const std::size_t end = row.find('|', at);
    cells.push_back(stripped(std::string_view(row).substr(at, end - at)));
    at = end + 1;
  }
  return cells;
}

bool is_rule(const std::vector<std::string>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("-:") == cell.npos;
  });
}

}  // namespace

std::vector<MarkdownSection> markdown_sections(std::string_view text) {
  std::vector<MarkdownSection> sections(1);
  for_each_line(text, [&](std::string_view line, bool fenced) {
    if (!fenced && line.starts_with("## "))
      sections.push_back({stripped(line.substr(3)), ""});
    else
      sections.back().text += std::string(line) + "\n";
  });
  return sections;
}

std::vector<MarkdownTable> markdown_tables(std::string_view text) {
  std::vector<MarkdownTable> tables;
  std::vector<std::string> before;  // the row above, if there was one
  bool inside = false;
  for_each_line(text, [&](std::string_view line, bool fenced) {
    const std::vector<std::string> cells = fenced ? std::vector<std::string>{} : cells_of(line);
    if (cells.empty())
      inside = false;
    else if (inside)
      tables.back().rows.push_back(cells);
    else if (!before.empty() && is_rule(cells)) {
      tables.push_back({before, {}});
      inside = true;
    }
    before = cells;
  });
  return tables;
}

std::vector<std::string> markdown_links(std::string_view text) {
  std::vector<std::string> links;
  for_each_line(text, [&](std::string_view line, bool fenced) {
    for (std::size_t at = 0; !fenced && (at = line.find("](", at)) != line.npos;) {
      at += 2;
      const std::string_view target = line.substr(at, line.find(')', at) - at);
      links.emplace_back(target.substr(0, target.find_first_of("# ")));
    }
  });
  return links;
}

}  // namespace gridmark
