#pragma once
// REPORT.md as its contents: headings, text, code blocks and pictures, each with its line.
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "grader/core/written_findings.h"

namespace gridmark::written {

inline constexpr const char* report_name = "REPORT.md";

/// The words of a paragraph or a cell, without marks of emphasis. Line breaks are kept.
struct Text {
  int line = 1;
  std::string words;
};

struct TableRow {
  int line = 1;
  std::vector<std::string> cells;
};
using Table = std::vector<TableRow>;  ///< the header comes first

struct Fence {
  int line = 1;          ///< line of the opening fence
  std::string language;  ///< "claims"
  std::string code;
  bool closed = true;
};

struct Picture {
  int line = 1;
  std::string target;  ///< "results/sweep.svg"
};

/// The contents below one heading, up to the next heading of any level. Comments and the starter's TODOs are
/// left out.
struct Section {
  std::string title;  ///< empty for the text before the first heading
  int level = 0;
  int line = 1;
  std::vector<Text> texts;
  std::vector<Table> tables;
  std::set<std::string> words = {};  ///< different words of text and code, lower case
  bool has_content = false;
  bool has_picture = false;  ///< a picture that no earlier section shows
};

struct Document {
  std::vector<Section> sections;
  std::vector<Fence> fences;
  std::vector<Picture> pictures;
};

/// The different words of a text in lower case, without words of a single letter. In a script without blanks
/// between words, each two characters count as one word.
std::set<std::string> words_of(std::string_view text);

/// errors  a message: the text has zero bytes (is not text), or a line longer than 10,000 bytes
tl::expected<Document, WrittenFinding> read_markdown(std::string_view text);

}  // namespace gridmark::written
