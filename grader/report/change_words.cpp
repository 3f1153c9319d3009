#include "grader/report/change_words.h"

#include <fmt/format.h>

#include <sstream>

#include "grader/report/text.h"

namespace gridmark::report {
namespace {

std::string heading_of_change(const Fix& fix) {
  if (!fix.replaces.empty()) return "Change " + place_text(fix.place);
  if (fix.place.line == 0) return "Add a line at the top of " + fix.place.file;
  return "Add a line behind " + place_text(fix.place);
}

void add_marked(std::vector<std::string>& lines, char mark, const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(fmt::format("{} {}", mark, line));
}

std::vector<std::string> marked_lines(const Fix& fix) {
  std::vector<std::string> lines;
  add_marked(lines, '-', fix.replaces);
  add_marked(lines, '+', fix.text);
  return lines;
}

}  // namespace

std::vector<std::string> change_lines(const std::vector<Fix>& fixes) {
  std::vector<std::string> all;
  for (const Fix& fix : fixes) {
    all.push_back(heading_of_change(fix));
    for (std::string& line : marked_lines(fix)) all.push_back("  " + std::move(line));
  }
  return all;
}

html::Data advised_changes_data(const std::vector<Fix>& fixes) {
  html::Data all = html::Data::array();
  for (const Fix& fix : fixes) {
    html::Data lines = html::Data::array();
    for (const std::string& line : marked_lines(fix)) lines.push_back({{"text", line}});
    all.push_back({{"heading", heading_of_change(fix)}, {"lines", std::move(lines)}});
  }
  return all;
}

}  // namespace gridmark::report
