#pragma once
// glossary: the retired words of docs/glossary.md, and the passages that still use them.
#include <string>
#include <vector>

#include "tests/architecture/house_rules.h"
#include "tests/architecture/source_tree.h"

namespace gridmark::architecture {

struct RetiredWord {
  std::string word;                   ///< lower case; a phrase has single blanks
  std::string term;                   ///< the current term
  std::vector<std::string> ordinary;  ///< a passage with one of these can use the word's ordinary meaning
};

/// The table rows that retire words. Throws std::runtime_error if a row does not have four cells.
std::vector<RetiredWord> retired_words(const std::string& page);

/// Whether people read this file's text: pages, schemas, rubrics, templates, and sources with printed
/// strings. The glossary itself does not count.
bool is_read_by_people(const std::string& path);

/// Passages of a page, of a JSON file, or of a source's string literals that use a retired word. A plural
/// counts as its word. An identifier that contains one does not.
std::vector<Violation> uses_of_retired_words(const SourceFile& file, const std::vector<RetiredWord>& retired);

}  // namespace gridmark::architecture
