#include "grader/written/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/nearest.h"
#include "base/utf8.h"

namespace gridmark::written {
namespace {

/// "2.1 Work-log:" -> "worklog". Bytes beyond ASCII are kept, because headings may be in any language.
std::string plain(const std::string& title) {
  std::string letters;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    const bool number_in_front = letters.empty() && std::isdigit(byte);
    if ((std::isalnum(byte) || byte >= 0x80) && !number_in_front)
      letters += static_cast<char>(std::tolower(byte));
  }
  return letters;
}

bool has_content(const Document& document, SectionRange range) {
  return std::any_of(document.sections.begin() + static_cast<std::ptrdiff_t>(range.begin),
                     document.sections.begin() + static_cast<std::ptrdiff_t>(range.end),
                     [](const Section& section) { return section.has_content; });
}

/// The number of different words in the section. A picture counts as enough words.
std::size_t words_in(const Document& document, SectionRange range) {
  std::set<std::string> words;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Section& section = document.sections[i];
    if (section.has_picture) return least_words;
    words.insert(section.words.begin(), section.words.end());
  }
  return words.size();
}

void doubt_section(const std::string& title, std::size_t words, int line, WrittenCheck& check) {
  if (words >= least_words) return;
  ++check.doubted;
  check.doubts.push_back(
      {fmt::format("the section \"{}\" has {} different word{} of two letters or more, expected "
                   "at least {}. Describe your work",
                   title, words, words == 1 ? "" : "s", least_words),
       Place{report_name, line}});
}

std::string nearest_heading(const std::string& wanted, const Document& document) {
  std::vector<std::string> there;
  for (const Section& section : document.sections)
    if (!section.title.empty() && there.size() < 20) there.emplace_back(clipped(section.title, 100));
  const auto near = nearest(wanted, there);
  if (near) return fmt::format(". The nearest heading is \"{}\"", *near);
  return there.empty() ? ". The report has no headings" : "";
}

}  // namespace

SectionRange find_section(const std::string& title, const Document& document) {
  const auto& all = document.sections;
  SectionRange range{all.size(), all.size()};
  const std::string wanted = plain(title);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].title.empty() || plain(all[i].title) != wanted) continue;
    range.begin = i;
    range.end = i + 1;
    while (range.end < all.size() && all[range.end].level > all[i].level) ++range.end;
    if (has_content(document, range)) return range;  // else a later one of the same name may have some
  }
  return range;
}

WrittenCheck check_sections(const std::vector<std::string>& wanted, const Document& document) {
  WrittenCheck check{WrittenAspect::sections, 0, static_cast<int>(wanted.size()), {}};
  for (const std::string& title : wanted) {
    const SectionRange range = find_section(title, document);
    if (range.begin == document.sections.size())
      check.findings.push_back(
          {fmt::format("the heading \"{}\" is missing{}", title, nearest_heading(title, document)),
           Place{report_name, 0}});
    else if (!has_content(document, range))
      check.findings.push_back({fmt::format("there is nothing below the heading \"{}\"", title),
                                Place{report_name, document.sections[range.begin].line}});
    else {
      ++check.met;
      doubt_section(title, words_in(document, range), document.sections[range.begin].line, check);
    }
  }
  return check;
}

}  // namespace gridmark::written
