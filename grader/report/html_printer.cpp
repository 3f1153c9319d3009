#include "grader/report/html_printer.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/core/utf8.h"
#include "grader/report/html_changes.h"
#include "grader/report/html_items.h"
#include "grader/report/html_plots.h"
#include "grader/report/html_source.h"
#include "grader/report/html_style.h"
#include "grader/report/html_text.h"
#include "grader/report/html_written.h"
#include "grader/report/roofline.h"

namespace gridmark {
namespace {

using namespace html;

constexpr std::size_t most_html_compiler_lines = 200;
constexpr std::size_t most_html_output_lines = 40;
// A page stays below 600 KB; escapes may make four bytes of one.
constexpr std::size_t most_compiler_bytes = std::size_t{32} << 10;
constexpr std::size_t most_output_bytes = std::size_t{2} << 10;    // of a test
constexpr std::size_t most_outputs_bytes = std::size_t{40} << 10;  // of all tests
constexpr std::size_t most_reason_bytes = 1000;

std::string head(const GradeRecord& record) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{} of {} · "
      "{}</title>\n<style>{}</style>\n</head>\n",
      earned_text(record), points_text(record.max_points), escaped(record.title), style());
}

std::string_view kind_of(const GradeRecord& record) {
  return !record.complete ? "idle" : record.passing ? "good" : "bad";
}

/// Percent of the whole, for the bar.
double share(Points part, Points whole) {
  return whole > Points(0) ? std::clamp(part.value() / whole.value() * 100, 0.0, 100.0) : 0;
}

/// Which commit it was, and what lateness does to the points.
std::string source_words(const GradeRecord& record) {
  if (!record.source) return "";
  const SubmissionSource& source = *record.source;
  std::string html;
  if (!source.commit.empty())
    html +=
        element("div", "soft",
                "Commit " + element("code", "", escaped(source.commit)) + " of " + escaped(source.committed));
  if (!source.late.empty()) html += element("div", "part", escaped(source.late));
  return html;
}

std::string total(const GradeRecord& record) {
  const std::string sum = fmt::format("<div class=\"score\">{} <small>of {}</small></div>",
                                      earned_text(record), whole_words(record));
  const std::string mark = points_text(record.max_points * record.pass_mark);
  const std::string open = record.points_at_most > record.points
                               ? fmt::format(
                                     "<i class=\"open\" style=\"width:{:.2f}%\" title=\"points that are "
                                     "still open\"></i>",
                                     share(record.points_at_most, record.max_points))
                               : "";
  const std::string bar = fmt::format(
      "<div class=\"bar {}\">{}<i style=\"width:{:.2f}%\"></i><b style=\"left:{:.2f}%\" title=\"pass "
      "mark\"></b></div>",
      kind_of(record), open, share(record.points, record.max_points), record.pass_mark * 100);
  const std::string names =
      element("h1", "", escaped(record.title)) +
      element("div", "soft", element("code", "", escaped(record.lab))) +
      element("div", "soft", "Submission " + element("code", "", escaped(record.submission))) +
      source_words(record);
  const std::string words = element("p", kind_of(record), element("b", "", standing_words(record, mark)));
  return element("header", "card", element("div", "top", element("div", "", names) + sum) + bar + words);
}

/// `bytes` for a page, and that there are more.
std::string cut(std::string_view bytes, std::size_t most) {
  if (bytes.size() <= most) return std::string(bytes);
  return std::string(clipped(bytes, most)) + "\n(cut; the record has all)";
}

std::string cut_compiler_words(const BuildRecord& build) {
  return compiler_words(cut(build.messages, most_compiler_bytes), most_html_compiler_lines);
}

std::string builds(const GradeRecord& record) {
  std::string html;
  const std::string* told = nullptr;
  for (const BuildRecord& build : record.builds) {
    if (build.messages.empty()) continue;
    const bool again = told != nullptr && *told == build.messages;  // both builds fail alike as a rule
    told = &build.messages;
    const bool passed = build.outcome == Outcome::passed;
    const std::string heading =
        element("span", "title", fmt::format("{} build", name_of(build.flavour))) +
        element("span", passed ? "chip good" : "chip bad", passed ? "compiled" : words(build.outcome));
    html += fmt::format("<details{}><summary>{}</summary><div class=\"body\">{}</div></details>\n",
                        passed || again ? "" : " open", heading,
                        again ? element("p", "soft", "The same words as above.") : cut_compiler_words(build));
  }
  return html.empty() ? "" : element("h2", "", "What the compiler says") + element("div", "card list", html);
}

std::string files(const GradeRecord& record) {
  std::string rows;
  const auto add = [&](const std::string& name, const std::string& why) {
    rows +=
        "<tr>" + element("td", "", element("code", "", escaped(name))) + element("td", "", why) + "</tr>\n";
  };
  for (const std::string& name : record.missing) add(name, element("span", "bad", "missing"));
  for (const IgnoredFile& file : record.ignored) add(file.name, "ignored: " + escaped(file.reason));
  if (rows.empty()) return "";
  return element("h2", "", "Files") + "<div class=\"card scroll\" tabindex=\"0\"><table class=\"grades\">" +
         rows + "</table></div>";
}

/// `room` is what the page has left for outputs.
std::string test_row(const TestResult& test, std::size_t& room) {
  const bool passed = test.outcome == Outcome::passed;
  std::string told = place_before(test.place) + escaped(clipped(test.reason, most_reason_bytes));
  if (!test.output.empty()) {
    const std::string output = cut(test.output, std::min(most_output_bytes, room));
    room -= std::min(room, output.size());
    told += "<pre tabindex=\"0\" role=\"group\" aria-label=\"what it printed\">" +
            escaped_lines(output, most_html_output_lines) + "</pre>";
  }
  return "<tr>" + element("td", "", element("code", "", escaped(test.name))) +
         element("td", passed ? "good" : "bad", words(test.outcome)) + element("td", "reason", told) +
         element("td", "points", fmt::format("{:.2f} s", test.seconds)) + "</tr>\n";
}

std::string tests(const GradeRecord& record) {
  if (record.tests.empty()) return "";
  std::string rows;
  std::size_t room = most_outputs_bytes;
  for (const TestResult& test : record.tests) rows += test_row(test, room);
  const auto passed = std::count_if(record.tests.begin(), record.tests.end(),
                                    [](const TestResult& test) { return test.outcome == Outcome::passed; });
  const std::string heading =
      element("span", "title", fmt::format("{} of {} tests passed", passed, record.tests.size()));
  return element("h2", "", "Tests") +
         fmt::format(
             "<div class=\"card list\"><details><summary>{}</summary><div class=\"body scroll\" "
             "tabindex=\"0\"><table>"
             "<thead><tr><th>test</th><th>outcome</th><th>what happened</th><th class=\"points\">time</th>"
             "</tr></thead>\n{}</table></div></details></div>",
             heading, rows);
}

/// Which machine judged what, where several did.
std::string runs(const GradeRecord& record) {
  if (record.runs.size() < 2) return "";
  std::string rows;
  for (std::size_t number = 0; number < record.runs.size(); ++number) {
    std::string items;
    for (const ItemScore& item : record.items)
      if (item.run == static_cast<int>(number))
        items += (items.empty() ? "" : ", ") + element("code", "", escaped(item.id));
    rows += "<tr>" + element("td", "", escaped(run_words(record.runs[number]))) +
            element("td", "", items.empty() ? "nothing" : items) + "</tr>\n";
  }
  return element("h2", "", "Which run judged what") +
         "<div class=\"card scroll\" tabindex=\"0\"><table class=\"grades\">" + rows + "</table></div>";
}

std::string footer(const GradeRecord& record) {
  return element(
      "footer", "",
      fmt::format("{} device · sandbox {} · started {} · {:.1f} s · gridmark {}", name_of(record.device),
                  escaped(record.sandbox), escaped(record.started), record.seconds, escaped(record.version)));
}

}  // namespace

std::string print_html(const GradeRecord& record, const GradeRecord* previous) {
  return head(record) + "<body>\n<main>\n" + total(record) + "\n" + element("h2", "", "Points") +
         grades_table(record) + "\n" + changes_section(record, previous) + builds(record) + files(record) +
         item_sections(record) + "\n" + roofline_section(record) + plots_section(record) +
         written_section(record) + runs(record) + tests(record) + footer(record) +
         "\n</main>\n</body>\n</html>\n";
}

}  // namespace gridmark
