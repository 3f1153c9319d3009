#include "grader/report/html_source.h"

#include <fmt/format.h>

#include "grader/report/text.h"

namespace gridmark::report::html {
namespace {

/// The CSS class of a line of compiler output. "" for lines outside messages.
std::string_view severity(std::string_view line) {
  const auto says = [&](std::string_view word) { return line.find(word) != line.npos; };
  if (says(": error: ") || says(": fatal error: ")) return "bad";
  if (says(": warning: ")) return "part";
  if (says(": note: ")) return "soft";
  return "";
}

}  // namespace

Data own_lines(const GradeRecord& record, const Place& place) {
  const SourceLines part = lines_at(record.excerpts, place, lines_beside_a_place);
  if (part.lines.empty()) return {};
  int number = part.first;
  return {{"lines", list_of(part.lines, [&](const std::string& line) {
             const bool here = number == place.line;
             return Data{
                 {"here", here}, {"number", fmt::format("{:>4}", number++)}, {"text", printable_line(line)}};
           })}};
}

Data compiler_lines(std::string_view messages, std::size_t most) {
  return list_of(printable_lines(messages, most), [](const std::string& line) {
    return Data{{"text", line}, {"kind", severity(line)}};
  });
}

}  // namespace gridmark::report::html
