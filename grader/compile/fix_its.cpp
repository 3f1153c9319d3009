#include "grader/compile/fix_its.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "grader/compile/take_line.h"

namespace gridmark::compile {
namespace {

constexpr std::string_view fix_it_mark = "fix-it:\"";
constexpr std::size_t longest_fix_it = 4096;

/// `text` replaces the bytes from one column of a line to another. Columns count from 1.
struct FixIt {
  std::string file;
  int line = 0, begin = 0, end = 0;
  std::string text;
};

/// Decodes a text between quotation marks: \n, \t, \", \\, and bytes in octal.
std::string plain(std::string_view quoted) {
  std::string text;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '\\' || i + 1 == quoted.size()) {
      text += quoted[i];
      continue;
    }
    const char escaped = quoted[++i];
    if (escaped >= '0' && escaped <= '7') {
      text += static_cast<char>(std::strtol(std::string(quoted.substr(i, 3)).c_str(), nullptr, 8));
      i += 2;
      continue;
    }
    text += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
  }
  return text;
}

std::optional<FixIt> parsed(std::string_view line) {
  if (line.size() > longest_fix_it) return std::nullopt;
  line.remove_prefix(fix_it_mark.size());
  const std::size_t name = line.find("\":{"), text = line.find("}:\"");
  if (name == line.npos || text == line.npos || text < name || !line.ends_with('"')) return std::nullopt;
  FixIt found;
  found.file = plain(line.substr(0, name));
  int last_line = 0;
  const std::string range(line.substr(name + 3, text - name - 3));
  if (std::sscanf(range.c_str(), "%d:%d-%d:%d", &found.line, &found.begin, &last_line, &found.end) != 4 ||
      found.line != last_line)
    return std::nullopt;
  found.text = plain(line.substr(text + 3, line.size() - text - 4));
  return found;
}

/// The line with that number. Empty if the text has no such line.
std::optional<std::string> source_line(std::string_view text, int number) {
  for (int i = 1; i < number && !text.empty(); ++i) take_line(text);
  if (number < 1 || text.empty()) return std::nullopt;
  return std::string(take_line(text));
}

/// A whole line that is inserted before another, such as an #include.
bool is_new_line(const FixIt& fix) {
  return fix.begin == 1 && fix.end == 1 && fix.text.ends_with('\n') &&
         fix.text.find('\n') + 1 == fix.text.size();
}

std::vector<Fix> changes_of(std::vector<FixIt> fix_its, const std::map<std::string, std::string>& texts) {
  std::stable_sort(fix_its.begin(), fix_its.end(),
                   [](const FixIt& a, const FixIt& b) { return a.begin > b.begin; });
  std::vector<Fix> changes;
  for (const FixIt& one : fix_its) {
    const auto text = texts.find(one.file);
    const auto line = text == texts.end() ? std::nullopt : source_line(text->second, one.line);
    if (!line) return {};
    if (is_new_line(one)) {
      changes.push_back({{one.file, one.line - 1}, one.text.substr(0, one.text.size() - 1)});
      continue;
    }
    const Place place{one.file, one.line};
    auto change = std::find_if(changes.begin(), changes.end(), [&](const Fix& other) {
      return other.place == place && !other.replaces.empty();
    });
    if (change == changes.end()) change = changes.insert(change, {place, *line, *line});
    const auto begin = static_cast<std::size_t>(one.begin - 1), end = static_cast<std::size_t>(one.end - 1);
    if (one.begin < 1 || end < begin || end > change->text.size() || one.text.find('\n') != one.text.npos)
      return {};
    change->text.replace(begin, end - begin, one.text);
  }
  return changes;
}

bool begins_diagnostic(std::string_view line) {
  for (const std::string_view word : {": error: ", ": warning: ", ": fatal error: "})
    if (line.find(word) != line.npos) return true;
  return false;
}

}  // namespace

CompilerWords without_fix_its(std::string_view messages, const std::map<std::string, std::string>& texts) {
  CompilerWords words;
  std::vector<FixIt> of_error;
  enum class At { before, in_error, behind } at = At::before;
  while (!messages.empty()) {
    const bool ended = messages.find('\n') != messages.npos;
    const std::string_view line = take_line(messages);
    if (line.starts_with(fix_it_mark)) {
      const auto fix = parsed(line);
      if (at == At::in_error && fix) of_error.push_back(*fix);
      continue;
    }
    if (at == At::in_error && begins_diagnostic(line)) at = At::behind;
    if (at == At::before && begins_diagnostic(line) && line.find("error: ") != line.npos) at = At::in_error;
    words.messages += std::string(line) + (ended ? "\n" : "");
  }
  words.fixes = changes_of(std::move(of_error), texts);
  return words;
}

}  // namespace gridmark::compile
