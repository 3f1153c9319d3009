#include "grader/report/explanation_printer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/report/curve_table.h"
#include "grader/report/item_words.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::size_t explained_indent = 2;
constexpr std::size_t explained_value_columns = 28;
constexpr int explained_points_columns = 7;

class ExplanationPrinter {
 public:
  ExplanationPrinter(const Explanation& what, const TerminalOptions& options)
      : what_(what), options_(options), width_(std::clamp<std::size_t>(options.width, 60, 120)) {}

  std::string print() {
    const Item& item = what_.item;
    text_ = bold(fmt::format("{}: {}", item.id, printable(item.title))) + "\n";
    say(fmt::format("{} of {} ({}), in \"{}\"", points_words(item.points), what_.lab.name, what_.lab.title,
                    what_.criterion.title));
    if (!item.quick) say(fmt::format("It {}.", takes_long));
    needs();
    if (!item.tests.empty()) tests();
    for (const auto& [device, target] : item.targets) {
      measured(device, target);
      if (!target.calibrated) say(fmt::format("The limits are {}.", not_calibrated));
    }
    if (item.tests.empty() && item.targets.empty()) judged();
    limits();
    if (what_.score) got(*what_.score);
    commands();
    return std::move(text_);
  }

 private:
  void needs() {
    if (what_.needed.empty()) return;
    heading("First");
    for (const Item& needed : what_.needed)
      say(fmt::format("full points in {}: {}. Until then this item is worth 0.", needed.id, needed.title));
  }

  void tests() {
    heading("How it is judged");
    say(fmt::format("All tests of {} must pass, each with fresh inputs and a fresh process of your code.",
                    fmt::join(what_.item.tests, ", ")));
    list_tests();
  }

  void measured(Device device, const Target& target) {
    heading(fmt::format("How it is measured on the {} device", name_of(device)));
    const bool counted = target.flavour == Flavour::counted;
    const std::string unit = target.unit == "ratio" ? "a ratio" : "in " + target.unit;
    say(fmt::format(
        "The test {} takes the value {}, {}, {}.", target.from, target.measurement, unit,
        counted
            ? "counted in the counted flavour of your build, without a clock and the same on every machine"
            : "measured in the fast flavour of your build"));
    say("The answer must also be right: a test that fails is worth 0.");
    list_tests();
    heading("Points for each value");
    for (const auto& [value, worth] : curve_table(target.curve, target.unit, what_.item.points))
      text_ +=
          fmt::format("{}{}{:>{}}\n", std::string(explained_indent, ' '),
                      padded(value, explained_value_columns), points_text(worth), explained_points_columns);
  }

  void list_tests() {
    if (!what_.announced.empty()) say(fmt::format("Announced: {}.", fmt::join(what_.announced, ", ")));
    if (what_.hidden > 0)
      say(fmt::format("{} more {} sizes and values that the handout does not name.", what_.hidden,
                      what_.hidden == 1 ? "has" : "have"));
  }

  void judged() {
    heading("How it is judged");
    say("REPORT.md or a person decides. No test of your code decides it.");
  }

  void limits() {
    const Limits& limits = what_.lab.limits;
    heading("Limits of one test");
    say(fmt::format(
        "{} s of CPU time, {} s for one call, {} MiB of memory, {} processes and threads, {} KiB of "
        "output.",
        number_text(limits.cpu_seconds), number_text(limits.wall_seconds), limits.memory_mib,
        limits.processes, limits.output_kib));
  }

  void got(const ItemScore& score) {
    heading("Points of this submission");
    std::string words = fmt::format("{} of {}", points_text(score.points), points_words(score.max_points));
    for (const Measurement& seen : score.measurements)
      words += fmt::format("; {} is {} ({})", printable(seen.name),
                           printable(value_text(seen.value, seen.unit)), name_of(seen.provenance));
    say(words + ".");
    const std::string place = score.place ? place_text(*score.place) + ": " : "";
    if (!score.reason.empty()) say(place + score.reason);
  }

  void commands() {
    heading("Try");
    say(fmt::format("./gridmark grade {} --only {}", what_.lab.name, what_.item.id));
    if (!what_.announced.empty())
      say(fmt::format("./gridmark test {} {}", what_.lab.name, what_.announced.front()));
    say(fmt::format("labs/{}/README.md, \"How it is graded\"", what_.lab.name));
  }

  void heading(const std::string& words) { text_ += "\n" + bold(words) + "\n"; }
  void say(const std::string& words) {
    for (const std::string& line : wrapped(printable(words), width_ - explained_indent))
      text_ += std::string(explained_indent, ' ') + line + "\n";
  }
  std::string bold(const std::string& words) const {
    return options_.colour ? "\033[1m" + words + "\033[0m" : words;
  }

  const Explanation& what_;
  const TerminalOptions& options_;
  const std::size_t width_;
  std::string text_;
};

}  // namespace

std::string print_explanation(const Explanation& what, const TerminalOptions& options) {
  return ExplanationPrinter(what, options).print();
}

}  // namespace gridmark::report
