#include "grader/report/html_source.h"

#include <fmt/format.h>

#include "grader/core/number_text.h"
#include "grader/report/html_text.h"
#include "grader/report/text.h"

namespace gridmark::html {
namespace {

/// The style's class of a line of compiler output, "" for what is said beside messages.
std::string_view severity(std::string_view line) {
  const auto says = [&](std::string_view word) { return line.find(word) != line.npos; };
  if (says(": error: ") || says(": fatal error: ")) return "bad";
  if (says(": warning: ")) return "part";
  if (says(": note: ")) return "soft";
  return "";
}

}  // namespace

std::string own_lines(const GradeRecord& record, const std::optional<Place>& place) {
  if (!place) return "";
  const SourceLines part = lines_at(record.excerpts, *place, lines_beside_a_place);
  if (part.lines.empty()) return "";
  std::string html;
  int number = part.first;
  for (const std::string& line : part.lines) {
    const bool own = number == place->line;
    const std::string text = fmt::format("{} {:>4}  {}\n", own ? "▸" : " ", number, escaped_lines(line, 1));
    html += own ? element("b", "here", text) : text;
    ++number;
  }
  return fmt::format(
      "<pre class=\"source\" tabindex=\"0\" role=\"group\" aria-label=\"your lines around {}\">{}</pre>",
      escaped(place_text(*place)), html);
}

std::string compiler_words(std::string_view messages, std::size_t most) {
  std::string html;
  for (const std::string& line : printable_lines(messages, most)) {
    const std::string_view kind = severity(line);
    html += (kind.empty() ? escaped(line) : element("span", kind, escaped(line))) + "\n";
  }
  return "<pre tabindex=\"0\" role=\"group\" aria-label=\"what the compiler says\">" + html + "</pre>";
}

}  // namespace gridmark::html
