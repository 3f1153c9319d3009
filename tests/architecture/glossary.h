#pragma once
// glossary: the retired words of docs/glossary.md, and the passages that still use them.
#include <string>
#include <vector>

#include "tests/architecture/house_rules.h"
#include "tests/architecture/source_tree.h"

namespace gridmark::architecture {

struct RetiredWord {
  std::string word;                   ///< lower case; a phrase has single blanks
  std::string term;                   ///< the term that is used now
  std::vector<std::string> ordinary;  ///< a passage with one of these uses the word in its ordinary meaning
};

/// The rows of the page's tables that retire words. Throws std::runtime_error when a row has not four cells.
std::vector<RetiredWord> retired_words(const std::string& page);

/// Whether people read this file's text: pages, schemas, rubrics, templates, and sources whose strings are
/// printed. The glossary itself is not among them.
bool is_read_by_people(const std::string& path);

/// Passages of a page, of a JSON file, or of the string literals of a source that use a retired word. A
/// plural counts as its word; an identifier that contains one does not.
std::vector<Violation> uses_of_retired_words(const SourceFile& file, const std::vector<RetiredWord>& retired);

}  // namespace gridmark::architecture
