#include "emulation/driver/missing_returns.h"

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "emulation/rewrite/line_marker.h"

namespace gridmark::driver {
namespace {

constexpr std::string_view mark = "::gridmark::emulation::end_without_return();";
constexpr std::size_t longest_heading = 1000;

/// file -> line -> columns as the compiler counts them.
using Ends = std::map<std::string, std::map<int, std::set<std::size_t>>>;

std::string without_colour(const std::string& line) {
  static const std::regex escapes("\x1b\\[[0-9;]*[mK]");
  return std::regex_replace(line, escapes, "");
}

Ends warned_ends(std::string_view messages) {
  static const std::regex heading(R"((.+):(\d{1,8}):(\d{1,4}): warning: .*-Wreturn-type.*)");
  Ends ends;
  std::istringstream lines{std::string(messages)};
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > longest_heading || line.find("-Wreturn-type") == line.npos) continue;
    std::smatch found;
    const std::string plain = without_colour(line);
    if (std::regex_match(plain, found, heading))
      ends[found[1]][std::stoi(found[2])].insert(std::stoul(found[3]));
  }
  return ends;
}

bool continues_a_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The byte of `column` in `line`. A tab goes on to the next multiple of 8, a character counts once.
std::size_t byte_at_column(std::string_view line, std::size_t column) {
  constexpr std::size_t tab = 8;
  std::size_t at = 0, passed = 0;
  for (; at < line.size(); ++at) {
    if (continues_a_character(line[at])) continue;
    if (passed + 1 >= column) break;
    passed = line[at] == '\t' ? (passed / tab + 1) * tab : passed + 1;
  }
  return at;
}

/// Goes from the last column to the first, so that those in front stay in place.
void mark_line(std::string& line, const std::set<std::size_t>& columns) {
  for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
    const std::size_t at = byte_at_column(line, *column);
    if (at < line.size() && line[at] == '}') line.insert(at, mark);
  }
}

}  // namespace

std::string with_marked_ends(const std::string& rewritten, std::string_view messages) {
  const Ends ends = warned_ends(messages);
  if (ends.empty()) return rewritten;
  std::string text, file;
  int number = 1;
  std::istringstream lines(rewritten);
  for (std::string line; std::getline(lines, line); text += line + "\n", ++number) {
    if (const auto marker = rewrite::read_line_marker(line)) {
      file = marker->file;
      number = marker->line - 1;
      continue;
    }
    const auto in_file = ends.find(file);
    if (in_file == ends.end()) continue;
    if (const auto here = in_file->second.find(number); here != in_file->second.end())
      mark_line(line, here->second);
  }
  return text;
}

}  // namespace gridmark::driver
