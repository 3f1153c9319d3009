#pragma once
#include <string>
#include <vector>

#include "grader/written/markdown.h"

namespace gridmark::written {

/// A section with fewer different words is a doubt.
inline constexpr std::size_t least_words = 5;

/// Each of `wanted` must be a heading, of any level, with contents below it or below its subheadings. Case,
/// numbering and punctuation do not matter. A section with fewer than `least_words` words and no picture is a
/// doubt.
WrittenCheck check_sections(const std::vector<std::string>& wanted, const Document& document);

/// The range in `document.sections` of the heading `title` and its subsections. `begin` is the heading and
/// `end` is one past the last subsection. Both are the number of sections if there is no such heading.
struct SectionRange {
  std::size_t begin, end;
};
SectionRange find_section(const std::string& title, const Document& document);

}  // namespace gridmark::written
