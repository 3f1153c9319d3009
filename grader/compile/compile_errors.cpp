#include "grader/compile/compile_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "grader/compile/diagnostics.h"

namespace gridmark::compile {
namespace {

/// The first error, and the source around it.
struct Noticed {
  std::string_view words;               ///< "expected ‘;’ before ‘}’ token"
  std::vector<std::string_view> lines;  ///< of the file
  int line = 0, column = 0;             ///< counted from 1, column 0 if unknown

  std::string_view text() const { return at(line); }
  std::string_view at(int number) const {
    return number < 1 || number > static_cast<int>(lines.size())
               ? std::string_view()
               : lines[static_cast<std::size_t>(number - 1)];
  }
};

/// A mistake and its line.
struct Mistake {
  int line;
  std::string words;
  std::string repaired = {};  ///< the repaired line, empty if unknown
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Removes the comment at the end, and spaces around.
std::string_view code_of(std::string_view line) {
  line = line.substr(0, line.find("//"));
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Names between the compiler's quotes, which are typographic in most languages.
bool wants_semicolon(std::string_view words) {
  return words.starts_with("expected") && (has(words, ";’ before") || has(words, ";' before"));
}

/// A line of code that a semicolon would end.
bool is_open(std::string_view code) {
  return !code.empty() && !code.starts_with('#') && !has(";{},(", code.substr(code.size() - 1));
}

/// Whether the compiler points to the first word of its line, or gives no column.
bool is_at_start(const Noticed& seen) {
  const std::size_t first = seen.text().find_first_not_of(" \t");
  return first == seen.text().npos || seen.column <= static_cast<int>(first) + 1;
}

/// Replaces `bytes` bytes of the line from `at` on with `text`. `at` points into the line.
std::string changed(std::string_view line, const char* at, std::size_t bytes, std::string_view text) {
  std::string whole(line);
  return whole.replace(static_cast<std::size_t>(at - line.data()), bytes, text);
}

const char* end_of(std::string_view part) { return part.data() + part.size(); }

std::optional<Mistake> missing_semicolon(const Noticed& seen) {
  if (!wants_semicolon(seen.words) || !is_at_start(seen)) return std::nullopt;
  for (int line = seen.line - 1; line > 0; --line) {
    const std::string_view code = code_of(seen.at(line));
    if (code.empty()) continue;
    if (!is_open(code)) return std::nullopt;
    return Mistake{line, "the semicolon at the end of this line is missing",
                   changed(seen.at(line), end_of(code), 0, ";")};
  }
  return std::nullopt;
}

std::optional<Mistake> macro_with_semicolon(const Noticed& seen) {
  std::string_view code = code_of(seen.text());
  if (!code.starts_with("#define") || !code.ends_with(';')) return std::nullopt;
  code = code_of(code.substr(std::string_view("#define").size()));
  const std::string_view name = code.substr(0, code.find_first_of(" \t("));
  return Mistake{seen.line,
                 fmt::format("the macro {} ends with a semicolon, which goes wherever its name stands: "
                             "remove the semicolon",
                             name),
                 changed(seen.text(), code.data() + code.size() - 1, 1, "")};
}

struct Lookalike {
  std::string_view character, name, plain;
};
constexpr std::array<Lookalike, 8> lookalikes = {{{"“", "quotation mark “", "\""},
                                                  {"”", "quotation mark ”", "\""},
                                                  {"„", "quotation mark „", "\""},
                                                  {"‘", "quotation mark ‘", "'"},
                                                  {"’", "quotation mark ’", "'"},
                                                  {"–", "dash –", "-"},
                                                  {"−", "minus −", "-"},
                                                  {"\u00a0", "space (no-break space)", "a plain space"}}};

std::string in_plain_characters(std::string_view line) {
  std::string plain(line);
  for (const Lookalike& one : lookalikes)
    for (std::size_t at = 0; (at = plain.find(one.character, at)) != plain.npos;)
      plain.replace(at, one.character.size(), one.plain.size() == 1 ? one.plain : " ");
  return plain;
}

std::optional<Mistake> lookalike_character(const Noticed& seen) {
  if (!has(seen.words, "extended character") && !has(seen.words, "stray")) return std::nullopt;
  for (const Lookalike& one : lookalikes)
    if (has(seen.text(), one.character))
      return Mistake{seen.line,
                     fmt::format("this line has a typographic {}, which C++ does not know: type {}", one.name,
                                 one.plain),
                     in_plain_characters(seen.text())};
  return std::nullopt;
}

std::optional<Mistake> shared_size(const Noticed& seen) {
  const bool not_constant = has(seen.words, "isn’t constant") || has(seen.words, "isn't constant") ||
                            has(seen.words, "not an integer constant");
  if (!not_constant || !has(seen.text(), "__shared__")) return std::nullopt;
  return Mistake{seen.line,
                 "the sizes of a __shared__ array must be constants: use constexpr sizes, or declare it as "
                 "extern __shared__ float name[] and give its bytes as the third launch argument"};
}

/// cudaMalloc(a, ...) with a pointer instead of its address.
std::optional<Mistake> pointer_by_value(const Noticed& seen) {
  for (const std::string_view call :
       {"cudaMalloc", "cudaMallocHost", "cudaMallocManaged", "cudaMallocAsync"}) {
    const std::string asked = fmt::format("no matching function for call to ‘{}(", call);
    const std::size_t at = seen.words.find(asked);
    if (at == seen.words.npos) continue;
    const std::string_view first =
        seen.words.substr(at + asked.size(), seen.words.find(',', at) - at - asked.size());
    if (!has(first, "*") || has(first, "**")) return std::nullopt;
    return Mistake{seen.line,
                   fmt::format("{0} stores an address in your pointer, so it wants the address of the "
                               "pointer: {0}(&pointer, bytes)",
                               call)};
  }
  return std::nullopt;
}

using Reading = std::optional<Mistake> (*)(const Noticed&);
constexpr std::array<Reading, 5> readings = {macro_with_semicolon, lookalike_character, shared_size,
                                             pointer_by_value, missing_semicolon};

std::optional<Mistake> read(const Noticed& seen) {
  for (const Reading reading : readings)
    if (auto mistake = reading(seen)) return mistake;
  return std::nullopt;
}

std::vector<std::string> names_of(const std::map<std::string, std::string>& texts) {
  std::vector<std::string> names;
  for (const auto& [name, text] : texts) names.push_back(name);
  return names;
}

/// The compiler's first error at `place`: "FILE:LINE:COLUMN: error: WORDS".
Noticed noticed_at(const Place& place, std::string_view messages, std::string_view text) {
  constexpr std::string_view mark = "error: ";
  Noticed seen{{}, lines_of(text), place.line};
  const std::string start = fmt::format("{}:{}:", place.file, place.line);
  const std::size_t line = messages.find(start);
  const std::size_t at = messages.find(mark, line);
  if (line == messages.npos || at == messages.npos) return seen;
  seen.column = std::atoi(std::string(messages.substr(line + start.size(), 8)).c_str());
  seen.words = messages.substr(at + mark.size());
  seen.words = seen.words.substr(0, seen.words.find('\n'));
  return seen;
}

}  // namespace

CompilerWords explain_compile(std::string_view messages, const std::map<std::string, std::string>& texts) {
  const auto place = first_error_place(messages, names_of(texts));
  if (!place) return {std::string(messages)};
  const Noticed seen = noticed_at(*place, messages, texts.at(place->file));
  const auto mistake = read(seen);
  if (!mistake) return {std::string(messages)};
  CompilerWords words{
      fmt::format("{}:{}: error: {}\n{}", place->file, mistake->line, mistake->words, messages)};
  if (!mistake->repaired.empty())
    words.fixes.push_back(
        {{place->file, mistake->line}, mistake->repaired, std::string(seen.at(mistake->line))});
  return words;
}

}  // namespace gridmark::compile
