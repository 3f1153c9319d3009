#include "grader/report/html_text.h"

#include "grader/report/text.h"

namespace gridmark::report::html {

std::string escaped(std::string_view bytes) {
  std::string html;
  const std::string text = printable(bytes);
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

}  // namespace gridmark::report::html
