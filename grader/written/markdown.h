#pragma once
// REPORT.md as what it says: headings, text, code blocks and pictures, each with its line.
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "grader/core/written_findings.h"

namespace gridmark::written {

inline constexpr const char* report_name = "REPORT.md";

/// A paragraph's or a cell's words, without marks of emphasis; line breaks are kept.
struct Text {
  int line = 1;
  std::string words;
};

struct TableRow {
  int line = 1;
  std::vector<std::string> cells;
};
using Table = std::vector<TableRow>;  ///< the header first

struct Fence {
  int line = 1;          ///< of the opening fence
  std::string language;  ///< "claims"
  std::string code;
  bool closed = true;
};

struct Picture {
  int line = 1;
  std::string target;  ///< "results/sweep.svg"
};

/// What stands below one heading, up to the next of any level. Comments and the starter's TODOs are nothing.
struct Section {
  std::string title;  ///< empty: what stands before the first heading
  int level = 0;
  int line = 1;
  std::vector<Text> texts;
  std::vector<Table> tables;
  std::set<std::string> words = {};  ///< different ones, lower case, of text and code
  bool has_content = false;
  bool has_picture = false;  ///< one that no section before it shows
};

struct Document {
  std::vector<Section> sections;
  std::vector<Fence> fences;
  std::vector<Picture> pictures;
};

/// The different words of a text, lower case, without those of a single letter. In a script that writes no
/// blanks between words, each two signs count as one.
std::set<std::string> words_of(std::string_view text);

/// errors  a message: the text has zero bytes (is no text), or a line longer than 10,000 bytes
tl::expected<Document, WrittenFinding> read_markdown(std::string_view text);

}  // namespace gridmark::written
