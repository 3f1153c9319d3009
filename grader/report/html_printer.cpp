#include "grader/report/html_printer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "grader/core/number_text.h"
#include "grader/report/html_changes.h"
#include "grader/report/html_items.h"
#include "grader/report/html_plots.h"
#include "grader/report/html_source.h"
#include "grader/report/html_written.h"
#include "grader/report/roofline.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using namespace html;

constexpr std::size_t most_html_compiler_lines = 200;
constexpr std::size_t most_html_output_lines = 40;
// A page stays below 600 KB. Escapes can turn one byte into four.
constexpr std::size_t most_compiler_bytes = std::size_t{32} << 10;
constexpr std::size_t most_output_bytes = std::size_t{2} << 10;    // of a test
constexpr std::size_t most_outputs_bytes = std::size_t{40} << 10;  // of all tests
constexpr std::size_t most_reason_bytes = 1000;

std::string_view kind_of(const GradeRecord& record) {
  return !record.complete ? "idle" : record.passing ? "good" : "bad";
}

/// Percent of the bar's width.
std::string share(Points part, Points whole) {
  const double percent = whole > Points(0) ? part.value() / whole.value() * 100 : 0;
  return fmt::format("{:.2f}", std::clamp(percent, 0.0, 100.0));
}

/// The commit, and the effect of lateness on the points.
Data source(const GradeRecord& record) {
  if (!record.source) return {};
  return {{"commit", record.source->commit},
          {"committed", record.source->committed},
          {"late", record.source->late}};
}

/// The top of the page.
Data total(const GradeRecord& record) {
  const std::string worth = points_text(record.max_points);
  const bool open = record.points_at_most > record.points;
  return {{"page_title", fmt::format("{} of {} · {}", earned_text(record), worth, record.title)},
          {"title", record.title},
          {"lab", record.lab},
          {"submission", record.submission},
          {"source", source(record)},
          {"earned", earned_text(record)},
          {"whole", whole_words(record)},
          {"kind", kind_of(record)},
          {"open_share", open ? share(record.points_at_most, record.max_points) : ""},
          {"share", share(record.points, record.max_points)},
          {"pass_mark", fmt::format("{:.2f}", record.pass_mark * 100)},
          {"standing", standing_words(record, points_text(record.max_points * record.pass_mark))}};
}

/// At most `most` bytes for a page, with a note if there are more.
std::string cut(std::string_view bytes, std::size_t most) {
  if (bytes.size() <= most) return std::string(bytes);
  return std::string(clipped(bytes, most)) + "\n(cut. The record has all)";
}

Data builds(const GradeRecord& record) {
  Data all = Data::array();
  const std::string* told = nullptr;
  for (const BuildRecord& build : record.builds) {
    if (build.messages.empty()) continue;
    const bool again = told != nullptr && *told == build.messages;  // both builds usually fail alike
    told = &build.messages;
    const bool passed = build.outcome == Outcome::passed;
    all.push_back({{"flavour", name_of(build.flavour)},
                   {"open", !again},
                   {"kind", passed ? "good" : "bad"},
                   {"outcome", passed ? "compiled" : words(build.outcome)},
                   {"again", again},
                   {"lines", again ? Data()
                                   : compiler_lines(cut(build.messages, most_compiler_bytes),
                                                    most_html_compiler_lines)}});
  }
  return all;
}

/// `room` is the space that the page has left for outputs.
Data output(const TestResult& test, std::size_t& room) {
  if (test.output.empty()) return {};
  const std::string output = cut(test.output, std::min(most_output_bytes, room));
  room -= std::min(room, output.size());
  return separated(printable_lines(output, most_html_output_lines));
}

Data tests(const GradeRecord& record) {
  std::size_t room = most_outputs_bytes;
  return list_of(record.tests, [&](const TestResult& test) {
    return Data{{"name", test.name},
                {"kind", test.outcome == Outcome::passed ? "good" : "bad"},
                {"outcome", words(test.outcome)},
                {"place", place_data(test.place)},
                {"reason", clipped(test.reason, most_reason_bytes)},
                {"output", output(test, room)},
                {"seconds", fmt::format("{:.2f}", test.seconds)}};
  });
}

/// The machine that judged each part, if there are several.
Data runs(const GradeRecord& record) {
  int number = 0;
  return list_of(record.runs, [&](const GradeRun& run) {
    std::vector<std::string> items;
    for (const ItemScore& item : record.items)
      if (item.run == number) items.push_back(item.id);
    ++number;
    return Data{{"run", run_words(run)}, {"items", separated(items)}};
  });
}

Data ignored(const GradeRecord& record) {
  return list_of(record.ignored, [](const IgnoredFile& file) {
    return Data{{"name", file.name}, {"reason", file.reason}};
  });
}

/// The foot of the page: versions and dates.
Data foot(const GradeRecord& record) {
  return {{"device", name_of(record.device)},
          {"sandbox", record.sandbox},
          {"started", record.started},
          {"seconds", fmt::format("{:.1f}", record.seconds)},
          {"version", record.version}};
}

}  // namespace

std::string print_html(const GradeRecord& record, const GradeRecord* previous) {
  Data sections{
      {"fix", fix_data(record)},
      {"criteria", criteria_data(record)},
      {"changes", changes_data(record, previous)},
      {"builds", builds(record)},
      {"files", !record.missing.empty() || !record.ignored.empty()},
      {"missing", record.missing},
      {"ignored", ignored(record)},
      {"items", items_data(record)},
      {"rooflines", rooflines_data(record)},
      {"plots", plots_data(record)},
      {"written", written_data(record)},
      {"judged", record.runs.size() > 1},
      {"runs", runs(record)},
      {"passed", std::count_if(record.tests.begin(), record.tests.end(),
                               [](const TestResult& test) { return test.outcome == Outcome::passed; })},
      {"tests_run", record.tests.size()},
      {"tests", tests(record)}};
  return filled("report.html", joined(joined(total(record), foot(record)), std::move(sections)));
}

}  // namespace gridmark::report
