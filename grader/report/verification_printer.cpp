#include "grader/report/verification_printer.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::size_t figures_width = 24;  // "  12.25 / 20   123.4 s"
constexpr std::size_t most_diff_lines = 60;

std::string mark(const VerifiedCase& one, bool colour) {
  const char* word = one.failed() ? "FAIL" : one.skipped.empty() ? "ok  " : "skip";
  const char* paint = one.failed() ? "31" : one.skipped.empty() ? "32" : "33";
  return colour ? fmt::format("\033[{}m{}\033[0m", paint, word) : word;
}

std::string earned(const VerifiedCase& one) {
  if (one.max_points == Points(0)) return "";
  return points_text(one.points) + " / " + points_text(one.max_points);
}

/// "57 cheats earned nothing", or "55 of 57 ..." if some earned points. Counts only cases that ran.
std::string count(const std::vector<VerifiedCase>& cases, CaseKind kind, const char* words) {
  std::size_t ran = 0, good = 0;
  for (const VerifiedCase& one : cases) {
    if (one.kind != kind || !one.skipped.empty()) continue;
    ++ran;
    good += one.failed() ? 0 : 1;
  }
  return (good == ran ? "" : std::to_string(good) + " of ") + std::to_string(ran) + " " + words;
}

std::string list_of_failures(const std::vector<VerifiedCase>& cases) {
  std::string names;
  for (const VerifiedCase& one : cases)
    if (one.failed()) names += "\n  " + printable(one.group + "/" + one.name);
  return names.empty() ? "" : "not as it must be:" + names + "\n";
}

std::string skipped_text(const std::vector<VerifiedCase>& cases) {
  const auto left_out = [](const VerifiedCase& one) { return !one.skipped.empty(); };
  const auto first = std::find_if(cases.begin(), cases.end(), left_out);
  if (first == cases.end()) return "";
  return fmt::format("{} skipped: {}\n", std::count_if(cases.begin(), cases.end(), left_out),
                     printable(first->skipped));
}

}  // namespace

std::string print_case(const VerifiedCase& one, const TerminalOptions& options, bool with_diff) {
  const std::size_t width = std::clamp<std::size_t>(options.width, 60, 120);
  std::string text = fmt::format(
      "{} {:<7} {}{:>12} {:>7.1f} s\n", mark(one, options.colour), name_of(one.kind),
      padded(printable(one.group + "/" + one.name), width - figures_width - 13), earned(one), one.seconds);
  for (const std::string& complaint : one.complaints)
    for (const std::string& line : wrapped(printable(complaint), width - 5)) text += "     " + line + "\n";
  if (one.failed() || with_diff)
    for (const std::string& line : printable_lines(one.diff, most_diff_lines)) text += "     " + line + "\n";
  return text;
}

std::string print_closing(const std::vector<VerifiedCase>& cases) {
  return fmt::format("\n{}{}{}, {}\n{}, {}, {}\n", list_of_failures(cases), skipped_text(cases),
                     count(cases, CaseKind::honest, "honest graded as they deserve"),
                     count(cases, CaseKind::mutant, "mutants lost exactly their items"),
                     count(cases, CaseKind::cheat, "cheats earned nothing"),
                     count(cases, CaseKind::hostile, "hostile contained"),
                     count(cases, CaseKind::twin, "twins at full points"));
}

}  // namespace gridmark::report
