#include "tests/architecture/glossary.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace gridmark::architecture {
namespace {

struct Passage {
  int line = 0;
  std::string text;
};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream rest(row.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) cells.push_back(cell);
  return cells;
}

/// The text in backticks. "`lane`, `timed line`" has two.
std::vector<std::string> quoted_words(const std::string& cell) {
  static const std::regex quoted("`([^`]+)`");
  std::vector<std::string> words;
  for (std::sregex_iterator at(cell.begin(), cell.end(), quoted), end; at != end; ++at)
    words.push_back(lower_case((*at)[1]));
  return words;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_word_character(const std::string& text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
}

/// Whether the text has `word` or its plural, and not as a part of a longer word.
bool has_word(const std::string& text, const std::string& word) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool plural = end < text.size() && text[end] == 's';
    if ((at == 0 || !is_word_character(text, at - 1)) && !is_word_character(text, end + (plural ? 1 : 0)))
      return true;
  }
  return false;
}

/// A row of a table is one passage, and so is a line of code. Other consecutive lines are one paragraph.
std::vector<Passage> paragraphs_of(const std::string& page) {
  std::vector<Passage> paragraphs;
  std::istringstream lines(page);
  bool code = false, joins = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) code = !code;
    const bool alone = code || line.empty() || line.starts_with("|") || line.starts_with("#");
    if (joins && !alone)
      paragraphs.back().text += " " + trimmed(line);
    else
      paragraphs.push_back({number, line});
    joins = !alone;
  }
  return paragraphs;
}

int line_at(const std::string& text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// Removes the raw literals, such as help texts, from `source`. Their lines stay as empty lines.
std::vector<Passage> take_raw_literals(std::string& source) {
  std::vector<Passage> literals;
  for (auto at = source.find("R\""); at != std::string::npos; at = source.find("R\"", at + 1)) {
    const auto open = source.find('(', at);
    const std::string close = ")" + source.substr(at + 2, open - at - 2) + "\"";
    const auto end = open == std::string::npos ? open : source.find(close, open);
    if (end == std::string::npos) break;
    literals.push_back({line_at(source, at), source.substr(open + 1, end - open - 1)});
    const auto lines = std::count(source.begin() + static_cast<std::ptrdiff_t>(at),
                                  source.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    source.replace(at, end + close.size() - at, static_cast<std::size_t>(lines), '\n');
  }
  return literals;
}

/// The string literals of a source. Consecutive ones are one passage.
std::vector<Passage> literals_of(std::string source) {
  static const std::regex literal(R"re("((?:[^"\\\n]|\\.)*)")re");
  std::vector<Passage> literals = take_raw_literals(source);
  std::istringstream lines(source);
  int number = 0;
  bool continues = false;  // the line before ended with a literal
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (trimmed(line).starts_with("//") || line.find("#include") != std::string::npos) continue;
    continues = continues && trimmed(line).starts_with('"');
    for (std::sregex_iterator at(line.begin(), line.end(), literal), end; at != end; ++at) {
      if (continues)
        literals.back().text += (*at)[1];
      else
        literals.push_back({number, (*at)[1]});
      continues = false;
    }
    continues = trimmed(line).ends_with('"');
  }
  return literals;
}

std::vector<Passage> passages_of(const SourceFile& file) {
  if (file.path.ends_with(".md")) return paragraphs_of(file.text);
  if (is_cpp_source(file.path)) return literals_of(file.text);
  return {{0, file.text}};
}

/// "grader/load/warp_access.cpp" as words, because a file about warps uses the word for their lanes.
std::string words_of_path(std::string path) {
  std::replace_if(
      path.begin(), path.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, ' ');
  return lower_case(path);
}

bool is_ordinary(const std::string& passage, const RetiredWord& retired) {
  return std::any_of(retired.ordinary.begin(), retired.ordinary.end(),
                     [&](const std::string& word) { return has_word(passage, word); });
}

}  // namespace

std::vector<RetiredWord> retired_words(const std::string& page) {
  std::vector<RetiredWord> retired;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() != 4) throw std::runtime_error("the glossary has a row without four cells: " + line);
    for (const std::string& word : quoted_words(cells[2]))
      retired.push_back({word, trimmed(cells[0]), quoted_words(cells[3])});
  }
  return retired;
}

bool is_read_by_people(const std::string& path) {
  static const std::regex read(
      R"re((docs|labs|template|handout|bundles|starter)/.*\.md|[A-Z]+\.md|\.github/.*\.(md|yml)|tests/submissions/[^/]*\.md)re"
      R"re(|docs/formats/.*\.json|(template/)?rubrics/.*\.json|labs/[^/]*/lab\.json)re"
      R"re(|(grader|labkit|base|protocol)/.*\.(cpp|h|cu|html|mustache))re");
  return path != "docs/glossary.md" && std::regex_match(path, read);
}

std::vector<Violation> uses_of_retired_words(const SourceFile& file,
                                             const std::vector<RetiredWord>& retired) {
  std::vector<Violation> found;
  for (const Passage& passage : passages_of(file)) {
    const std::string text = lower_case(passage.text), around = words_of_path(file.path) + " " + text;
    for (const RetiredWord& one : retired)
      if (has_word(text, one.word) && !is_ordinary(around, one))
        found.push_back({file.path, passage.line,
                         "says \"" + one.word + "\", expected \"" + one.term + "\": " + text.substr(0, 90)});
  }
  return found;
}

}  // namespace gridmark::architecture
