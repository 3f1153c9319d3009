#include "grader/report/html_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/report/text.h"

namespace gridmark::html {
namespace {

std::string entities(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (const char c : text) switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  return html;
}

}  // namespace

std::string escaped(std::string_view bytes) { return entities(printable(bytes)); }

std::string escaped_lines(std::string_view bytes, std::size_t most) {
  return entities(fmt::format("{}", fmt::join(printable_lines(bytes, most), "\n")));
}

std::string element(std::string_view tag, std::string_view kind, std::string_view content) {
  if (kind.empty()) return fmt::format("<{0}>{1}</{0}>", tag, content);
  return fmt::format("<{0} class=\"{1}\">{2}</{0}>", tag, kind, content);
}

}  // namespace gridmark::html
