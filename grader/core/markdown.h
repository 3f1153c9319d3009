#pragma once
// The part of Markdown that is checked in handouts: headings, tables and links.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark {

struct MarkdownSection {
  std::string heading;  ///< without its marks, empty before the first "## "
  std::string text;
};

/// Splits `text` at headings of the second level. Headings in fenced code do not count.
std::vector<MarkdownSection> markdown_sections(std::string_view text);

struct MarkdownTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< trimmed cells
};

std::vector<MarkdownTable> markdown_tables(std::string_view text);

/// Targets of links and drawings, without anchors: "figures/curves.svg".
std::vector<std::string> markdown_links(std::string_view text);

}  // namespace gridmark
