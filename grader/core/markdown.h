#pragma once
// As much of Markdown as handouts are checked for: headings, tables and links.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark {

struct MarkdownSection {
  std::string heading;  ///< without its marks; empty for what comes before the first "## "
  std::string text;
};

/// Split at headings of the second level; those in fenced code are none.
std::vector<MarkdownSection> markdown_sections(std::string_view text);

struct MarkdownTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< trimmed cells
};

std::vector<MarkdownTable> markdown_tables(std::string_view text);

/// Targets of links and drawings, without anchors: "figures/curves.svg".
std::vector<std::string> markdown_links(std::string_view text);

}  // namespace gridmark
