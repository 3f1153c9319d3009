#include "grader/report/rubric_printer.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/report/curve_table.h"
#include "grader/report/item_words.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

constexpr std::size_t points_columns = 7;
constexpr std::size_t value_columns = 28;

class RubricPrinter {
 public:
  RubricPrinter(const Lab& lab, const Rubric& rubric, const TerminalOptions& options)
      : lab_(lab),
        rubric_(rubric),
        options_(options),
        width_(std::clamp<std::size_t>(options.width, 60, 120)) {}

  std::string print() {
    const Points all = total_points(rubric_);
    text_ = fmt::format("{} ({}): {}, {} {}\n", printable(lab_.title), lab_.name, points_words(all),
                        points_text(all * rubric_.passing),
                        rubric_.credit ? "pass" : "finish it. They do not count in a grade");
    for (const Criterion& criterion : rubric_.criteria) print(criterion);
    return std::move(text_);
  }

 private:
  void print(const Criterion& criterion) {
    Points sum;
    for (const Item& item : criterion.items) sum += item.points;
    text_ += "\n" + bold(row(0, printable(criterion.title), points_text(sum)));
    for (const Item& item : criterion.items) print(item);
  }

  void print(const Item& item) {
    text_ += row(2, printable(item.title), points_text(item.points));
    note(fmt::format("{}: {}", item.id, how_earned(item, Device::emulated)));
    if (!item.needs.empty()) note(needs_words(item));
    if (!item.quick) note(takes_long);
    for (const auto& [device, target] : item.targets) {
      if (device != Device::emulated)
        note(fmt::format("on the {} device, {}:", name_of(device), how_earned(item, device)));
      for (const auto& [value, worth] : curve_table(target.curve, target.unit, item.points))
        text_ +=
            fmt::format("      {}{:>{}}\n", padded(value, value_columns), points_text(worth), points_columns);
    }
  }

  void note(const std::string& words) {
    for (const std::string& line : wrapped(printable(words), width_ - 4)) text_ += soft("    " + line) + "\n";
  }

  std::string row(std::size_t indent, const std::string& words, const std::string& points) const {
    return fmt::format("{}{}{:>{}}\n", std::string(indent, ' '),
                       padded(words, width_ - indent - points_columns), points, points_columns);
  }

  std::string painted(const char* code, const std::string& words) const {
    return options_.colour ? fmt::format("\033[{}m{}\033[0m", code, words) : words;
  }
  std::string bold(const std::string& words) const { return painted("1", words); }
  std::string soft(const std::string& words) const { return painted("2", words); }

  const Lab& lab_;
  const Rubric& rubric_;
  const TerminalOptions& options_;
  const std::size_t width_;
  std::string text_;
};

}  // namespace

std::string print_rubric(const Lab& lab, const Rubric& rubric, const TerminalOptions& options) {
  return RubricPrinter(lab, rubric, options).print();
}

}  // namespace gridmark::report
