#include "grader/report/test_run_printer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/lane_drawing.h"
#include "grader/core/explanation.h"
#include "grader/core/number_text.h"
#include "grader/core/root_cause.h"
#include "grader/report/cause_words.h"
#include "grader/report/change_words.h"
#include "grader/report/compiler_words.h"
#include "grader/report/race_picture.h"
#include "grader/report/source_excerpt.h"
#include "grader/report/standing.h"
#include "grader/report/text.h"
#include "grader/report/wrong_picture.h"

namespace gridmark::report {
namespace {

constexpr std::size_t most_run_compiler_lines = 40;
constexpr std::size_t most_run_output_lines = 8;
constexpr std::size_t most_names = 6;
constexpr int lines_around = 2;

/// The tests of one suite.
struct Suite {
  std::string name;
  std::vector<const TestResult*> tests, failed;  ///< the most useful failure comes first
};

std::vector<Suite> suites_of(const std::vector<TestResult>& tests) {
  std::vector<Suite> suites;
  for (const TestResult& test : tests) {
    const std::string name = test.name.substr(0, test.name.find('.'));
    auto suite =
        std::find_if(suites.begin(), suites.end(), [&](const Suite& one) { return one.name == name; });
    if (suite == suites.end()) suite = suites.insert(suite, Suite{name, {}, {}});
    suite->tests.push_back(&test);
    if (test.outcome != Outcome::passed) suite->failed.push_back(&test);
  }
  for (Suite& suite : suites)
    std::stable_sort(suite.failed.begin(), suite.failed.end(),
                     [](const TestResult* one, const TestResult* other) {
                       const auto order = [](const TestResult* test) {
                         return std::pair(explanation_of(*test), shown_barriers(*test));
                       };
                       return order(one) > order(other);
                     });
  return suites;
}

class TestRunPage {
 public:
  TestRunPage(const TestRun& run, const TerminalOptions& options)
      : run_(run),
        options_(options),
        width_(std::clamp<std::size_t>(options.width, 40, 120)),
        causes_(root_causes(run.items, true)) {}

  std::string finish() && { return std::move(text_); }

  void heading() {
    line(paint("1", printable(run_.title)) + "  " + paint("2", printable(run_.lab)));
    line(paint("2", "submission " + printable(run_.submission)));
  }

  void compiler_words() {
    for (const std::string& name : run_.missing) line(paint("31", printable(name) + " is missing"));
    for (const IgnoredFile& file : run_.replaced)
      for (const std::string& part : wrapped(printable(file.name) + ": " + printable(file.reason), width_))
        line(paint("31", part));
    for (const BuildRecord* build : builds_with_words(run_.builds)) {
      line("");
      line(paint("1", heading_of_words(*build)));
      for (const std::string& said : printable_lines(build->messages, most_run_compiler_lines))
        line("  " + said);
      if (build->outcome == Outcome::forbidden && build->place) excerpt(*build->place);
    }
  }

  /// The next thing to do, printed first.
  void first_fix() {
    const ItemScore* leader = first_to_fix();
    if (leader == nullptr) return;
    line("");
    line(paint("1", "Fix this first") + ": " + cost_words(causes_.front()));
    say_message(printable(cause_words(*leader)));
    if (leader->place) excerpt(*leader->place);
    if (leader->cause) draw(race_text(leader->cause->accesses));
    draw(change_lines(fixes_of(*leader, run_.tests, run_.builds)));
    if (const std::string seen = evidence_words(*leader); !seen.empty())
      say_message("Seen in " + printable(seen));
    if (const TestResult* test = deciding_test(run_.tests, *leader); test != nullptr && test->wrong) {
      say_message(printable(wrong_words(*test->wrong)));
      draw(wrong_text(*test->wrong));
    }
    draw_ranks(deciding_test(run_.tests, *leader));
  }

  void draw_ranks(const TestResult* test) {
    if (test != nullptr && test->ranks) draw(lanes_text(*test->ranks, std::max<std::size_t>(width_ - 4, 72)));
  }

  void draw(const std::vector<std::string>& drawing) {
    if (!drawing.empty() && !text_.ends_with("\n\n")) line("");
    for (const std::string& drawn : drawing) line("    " + printable(drawn));
    if (!drawing.empty()) line("");
  }

  void suites() {
    const std::vector<Suite> all = suites_of(run_.tests);
    line("");
    for (const Suite& suite : all) {
      const std::size_t passed = suite.tests.size() - suite.failed.size();
      line(fmt::format("{} {:<24} {} of {} pass", mark(suite.failed.empty()), printable(suite.name), passed,
                       suite.tests.size()));
    }
    for (const Suite& suite : all)
      if (!suite.failed.empty()) failure(suite);
  }

  void counts() {
    for (const Measurement& measurement : run_.measurements) {
      const std::string limit = measurement.threshold
                                    ? fmt::format(" (full points at {})", number_text(*measurement.threshold))
                                    : "";
      line("");
      line(fmt::format("{}: {}, {}{}", paint("1", printable(measurement.name)),
                       value_text(measurement.value, printable(measurement.unit)),
                       name_of(measurement.provenance), limit));
      if (measurement.threshold && measurement.value == *measurement.threshold) continue;
      if (!measurement.detail.empty()) say_message(printable(measurement.detail));
      if (measurement.place) excerpt(*measurement.place);
    }
  }

  void total() {
    const auto failed = std::count_if(run_.tests.begin(), run_.tests.end(),
                                      [](const TestResult& test) { return test.outcome != Outcome::passed; });
    const bool built = std::all_of(run_.builds.begin(), run_.builds.end(),
                                   [](const BuildRecord& build) { return build.outcome == Outcome::passed; });
    line("");
    if (!built)
      line(paint("31", "nothing was tested: your files were not built"));
    else
      line(paint(failed == 0 ? "32" : "31",
                 fmt::format("{} of {} tests pass", run_.tests.size() - static_cast<std::size_t>(failed),
                             run_.tests.size())) +
           fmt::format(" in {:.1f} s", run_.seconds));
    if (run_.left_out > 0)
      line(fmt::format("{} of the tests only count the work of kernels. --counted runs them, too",
                       run_.left_out));
    line(paint("2", fmt::format("This is not a grade. For a grade: gridmark grade {}", printable(run_.lab))));
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }

  void say_message(const std::string& text) {
    for (const std::string& part : wrapped(text, width_ - 2)) line("  " + part);
  }

  void excerpt(const Place& place) {
    line("  " + paint("1", printable(place_text(place))));
    for (const std::string& shown : source_excerpt(run_.sources, place, lines_around))
      line("  " + (shown.starts_with('>') ? paint("33", shown) : shown));
  }

  const ItemScore* first_to_fix() const {
    return causes_.empty() || !causes_.front().is_fixable() ? nullptr : &causes_.front().leader();
  }

  /// The place that already explains the cause of `test`, or "".
  std::string told_before(const TestResult& test) const {
    if (const ItemScore* leader = first_to_fix(); leader != nullptr && is_same_root(*leader, test))
      return "the cause above, under \"Fix this first\"";
    for (const TestResult* shown : shown_)
      if (is_same_root(*shown, test)) return "the same cause as " + printable(shown->name);
    return "";
  }

  void why(const TestResult& test) {
    const std::string told = told_before(test);
    say_message(told.empty() ? printable(test.reason) : told);
    if (told.empty() && test.place) excerpt(*test.place);
    if (told.empty()) draw_ranks(&test);
    shown_.push_back(&test);
  }

  void failure(const Suite& suite) {
    const TestResult& first = *suite.failed.front();
    line("");
    line(fmt::format("{} {}  {}", mark(false), paint("1", printable(first.name)),
                     paint("31", report::words(first.outcome))));
    why(first);
    if (!first.output.empty()) {
      line("  the last that it printed:");
      const std::vector<std::string> said = printable_lines(first.output, 10'000);
      for (std::size_t i = said.size() - std::min(said.size(), most_run_output_lines); i < said.size(); ++i)
        line("    " + said[i]);
    }
    others(suite);
  }

  void others(const Suite& suite) {
    std::vector<std::string> names;
    for (const TestResult* test : suite.failed)
      if (test != suite.failed.front())
        names.push_back(printable(std::string_view(test->name).substr(suite.name.size() + 1)));
    if (names.empty()) return;
    const std::size_t all = names.size();
    names.resize(std::min(all, most_names));
    say_message(fmt::format("also: {}{}", fmt::join(names, ", "),
                            all > most_names ? fmt::format(" and {} more", all - most_names) : ""));
  }

  std::string mark(bool passed) const {
    if (passed) return paint("32", options_.unicode ? "✓" : "+");
    return paint("31", options_.unicode ? "✗" : "x");
  }

  std::string paint(const char* code, const std::string& text) const {
    return options_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  const TestRun& run_;
  TerminalOptions options_;
  std::size_t width_;
  std::vector<RootCause> causes_;
  std::vector<const TestResult*> shown_;
  std::string text_;
};

}  // namespace

std::string print_test_run(const TestRun& run, const TerminalOptions& options) {
  TestRunPage page(run, options);
  page.heading();
  page.compiler_words();
  page.first_fix();
  if (!run.tests.empty()) page.suites();
  page.counts();
  page.total();
  return std::move(page).finish();
}

std::string print_test_list(const std::vector<TestEntry>& tests, const std::string& lab) {
  std::string text;
  for (const TestEntry& test : tests)
    text += fmt::format("{}{}\n", printable(test.name), test.counted ? "  (counted)" : "");
  return text + fmt::format("\nOne of them: gridmark test {} {}\n", printable(lab),
                            tests.empty() ? "TEST" : printable(tests.front().name));
}

}  // namespace gridmark::report
