#include "grader/report/similarity_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/report/html_style.h"
#include "grader/report/html_text.h"
#include "grader/report/text.h"

namespace gridmark {
namespace {

using namespace html;

constexpr std::size_t most_lines = 3000;

constexpr const char* similarity_style = R"css(
main { max-width: 90rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sides > div { min-width: 0; }
.scroll + .list { margin-top: 1rem; }
.sides pre span { display: block; width: max-content; min-width: 100%; border-left: 3px solid transparent; padding-left: .5rem; margin-left: -.5rem; }
.sides pre span.shared { border-color: var(--part); background: color-mix(in srgb, var(--part) 14%, transparent); }
.sides pre i { color: var(--soft); font-style: normal; user-select: none; }
@media (max-width: 50rem) { .sides { grid-template-columns: 1fr; } }
)css";

std::string head() {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Alike "
      "submissions</title>\n<style>{}{}</style>\n"
      "</head>\n",
      style(), similarity_style);
}

std::string anchor(const AlikeLab& lab, std::size_t pair) {
  return fmt::format("{}-{}", escaped(lab.name), pair + 1);
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

/// A file with its numbers, the lines in `places` marked.
std::string listing(const std::string& text, const std::vector<AlikePlace>& places, std::size_t file) {
  const std::vector<std::string> lines = printable_lines(text, most_lines);
  std::string html;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int line = static_cast<int>(i) + 1;
    const bool shared = std::any_of(places.begin(), places.end(), [&](const AlikePlace& one) {
      return one.file == file && one.first <= line && line <= one.last;
    });
    html += fmt::format("<span{}><i>{:>4} </i>{}</span>", shared ? " class=\"shared\"" : "", line,
                        escaped(lines[i]));
  }
  return "<pre>" + html + "</pre>";
}

std::string side(const AlikeLab& lab, const std::string& who, const std::vector<AlikePlace>& places) {
  const auto texts = lab.texts.find(who);
  if (texts == lab.texts.end()) return "";
  std::string html = element("h3", "", escaped(who));
  for (std::size_t file = 0; file < texts->second.size() && file < lab.files.size(); ++file) {
    const bool any =
        std::any_of(places.begin(), places.end(), [&](const AlikePlace& one) { return one.file == file; });
    if (any)
      html += element("p", "soft", escaped(lab.files[file])) + listing(texts->second[file], places, file);
  }
  return element("div", "", html);
}

std::string pair_section(const AlikeLab& lab, std::size_t number) {
  const AlikePair& pair = lab.pairs[number];
  return fmt::format(
      "<details id=\"{}\"><summary><span class=\"title\">{} and {}</span><span class=\"state\">{} of the "
      "smaller one's "
      "own code, {} tokens</span></summary><div class=\"sides\">{}{}</div></details>\n",
      anchor(lab, number), escaped(pair.a), escaped(pair.b), percent(pair.share), pair.tokens,
      side(lab, pair.a, pair.places_a), side(lab, pair.b, pair.places_b));
}

std::string table(const AlikeLab& lab) {
  std::string rows;
  for (std::size_t i = 0; i < lab.pairs.size(); ++i) {
    const AlikePair& pair = lab.pairs[i];
    const std::string who = escaped(pair.a) + " and " + escaped(pair.b);
    rows +=
        fmt::format("<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
                    i < most_shown_pairs ? fmt::format("<a href=\"#{}\">{}</a>", anchor(lab, i), who) : who,
                    percent(pair.share), pair.tokens);
  }
  return "<div class=\"card scroll\"><table><thead><tr><th>pair</th><th>shared of the smaller one's own "
         "code</th>"
         "<th>tokens</th></tr></thead>\n" +
         rows + "</table></div>\n";
}

std::string lab_section(const AlikeLab& lab) {
  std::string html = element("h2", "", escaped(lab.title) + " " + element("code", "soft", escaped(lab.name)));
  html += element("p", "soft",
                  fmt::format("{} submissions compared, {} pair{} alike", lab.compared, lab.pairs.size(),
                              lab.pairs.size() == 1 ? "" : "s"));
  if (lab.pairs.empty()) return html;
  html += table(lab) + "<div class=\"card list\">";
  for (std::size_t i = 0; i < lab.pairs.size() && i < most_shown_pairs; ++i) html += pair_section(lab, i);
  return html + "</div>\n";
}

}  // namespace

std::string print_similarity(const std::vector<AlikeLab>& labs) {
  std::string html = head() + "<body>\n<main>\n" + element("h1", "", "Alike submissions") +
                     element("p", "",
                             "A hint for a person to look, no more: it changes no points. Code that "
                             "everybody was given, and code that "
                             "many of the class have, is left out; names, comments and the order of "
                             "functions do not count. Two who "
                             "sat together, or used the same book, are found as well as two who copied.");
  for (const AlikeLab& lab : labs) html += lab_section(lab);
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace gridmark
