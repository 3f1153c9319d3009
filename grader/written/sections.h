#pragma once
#include <string>
#include <vector>

#include "grader/written/markdown.h"

namespace gridmark::written {

/// A section with fewer different words is hardly one.
inline constexpr std::size_t least_words = 5;

/// Each of `wanted` must be a heading, of any level, with something below it or below its own headings. Case,
/// numbering and punctuation do not matter. Fewer words than `least_words`, without a picture, are a doubt.
WrittenCheck check_sections(const std::vector<std::string>& wanted, const Document& document);

/// Where in `document.sections` the heading `title` is and what belongs to it begins; one past the last of
/// what belongs to it is `end`. Both are the number of sections when there is no such heading.
struct SectionRange {
  std::size_t begin, end;
};
SectionRange find_section(const std::string& title, const Document& document);

}  // namespace gridmark::written
