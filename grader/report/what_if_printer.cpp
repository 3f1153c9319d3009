#include "grader/report/what_if_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using WhatIfJson = nlohmann::ordered_json;

constexpr std::size_t label_columns = 10, student_columns = 20;

/// "0.125 earns all, 0.25 earns 50 %"
std::string limits_text(const Curve& curve, const std::string& unit) {
  std::string text;
  for (const Knot& knot : curve.knots)
    text += fmt::format("{}{} earns {:.4g} %", text.empty() ? "" : ", ", value_text(knot.limit, unit),
                        100 * knot.fraction);
  return text;
}

std::string what_if_heading(const WhatIf& what) {
  return fmt::format("{} ({})\n{}\n{} ({}, {} device): {}, {} is better\n  before  {}\n  after   {}\n",
                     printable(what.title), printable(what.lab), printable(what.item_title),
                     printable(what.item), points_words(what.item_points), name_of(what.device),
                     printable(what.measurement),
                     what.curve_before.better == Curve::Better::lower ? "less" : "more",
                     limits_text(what.curve_before, what.unit), limits_text(what.curve_after, what.unit));
}

std::string figures(const WhatIf& what) {
  const auto line = [](const char* label, const std::string& before, const std::string& after) {
    return fmt::format("{}{:>10}{:>10}\n", padded(label, label_columns), before, after);
  };
  return line("", "before", "after") +
         line("mean", number_text(what.before.mean), number_text(what.after.mean)) +
         line("median", number_text(what.before.median), number_text(what.after.median)) +
         line("passing", fmt::format("{}/{}", what.before.passing, what.before.graded),
              fmt::format("{}/{}", what.after.passing, what.after.graded));
}

/// A bar with its count. The highest bar of both rows is full.
std::string bar(int count, int most) {
  constexpr std::array bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (count == 0) return fmt::format("{:>7}", ".");
  const auto height = static_cast<std::size_t>((count * 8 + most - 1) / most);
  return fmt::format("{:>5} {}", count, bars.at(std::clamp<std::size_t>(height, 1, 8) - 1));
}

std::string bars_of(const char* label, const LabStatistics& seen, int most) {
  std::string line = padded(label, label_columns);
  for (const int count : seen.bins) line += bar(count, most);
  return line + "\n";
}

std::string distributions(const WhatIf& what) {
  std::string text = padded("from", label_columns);
  for (std::size_t bin = 0; bin < distribution_bins; ++bin)
    text += fmt::format("{:>7}", fmt::format("{} %", 10 * bin));
  int most = 1;
  for (const LabStatistics* seen : {&what.before, &what.after})
    most = std::max(most, *std::max_element(seen->bins.begin(), seen->bins.end()));
  return text + "\n" + bars_of("before", what.before, most) + bars_of("after", what.after, most);
}

std::string student_line(const WhatIfStudent& student, const std::string& unit) {
  std::string line = fmt::format("  {}{:>14}{:>14}  ", padded(printable(student.id), student_columns),
                                 range_text(student.before, student.before_at_most),
                                 range_text(student.after, student.after_at_most));
  line += student.value ? value_text(*student.value, unit) : "not measured";
  if (student.passing_before != student.passing_after)
    line += student.passing_after ? ", passes after" : ", does not pass after";
  return line + "\n";
}

std::string changed_students(const WhatIf& what) {
  if (what.changing() == 0) return fmt::format("None of {} grades changes.\n", what.students.size());
  std::string text = fmt::format("{} of {} grades change:\n", what.changing(), what.students.size());
  text += fmt::format("  {}{:>14}{:>14}  {}\n", padded("student", student_columns), "before", "after",
                      printable(what.measurement));
  for (const WhatIfStudent& student : what.students)
    if (student.changes()) text += student_line(student, what.unit);
  return text;
}

WhatIfJson class_json(const LabStatistics& seen) {
  return {{"graded", seen.graded},
          {"passing", seen.passing},
          {"mean", seen.mean},
          {"median", seen.median},
          {"distribution", seen.bins}};
}

WhatIfJson knots_json(const Curve& curve) {
  WhatIfJson knots = WhatIfJson::array();
  for (const Knot& knot : curve.knots) knots.push_back({knot.limit, knot.fraction});
  return knots;
}

WhatIfJson student_json(const WhatIfStudent& student) {
  return {{"student", valid_utf8(student.id)},
          {"before", student.before.value()},
          {"after", student.after.value()},
          {"before_at_most", student.before_at_most.value()},
          {"after_at_most", student.after_at_most.value()},
          {"item_before", student.item_before.value()},
          {"item_after", student.item_after.value()},
          {"passing_before", student.passing_before},
          {"passing_after", student.passing_after},
          {"value", student.value ? WhatIfJson(*student.value) : WhatIfJson()},
          {"changes", student.changes()}};
}

}  // namespace

std::string print_what_if(const WhatIf& what) {
  std::string text = what_if_heading(what) + "\n" + figures(what) + "\n" + distributions(what) + "\n" +
                     changed_students(what);
  if (what.other_rubric > 0)
    text += fmt::format(
        "{} of {} records were scored by another rubric than the one before the change. Their points may "
        "change for that reason, too.\n",
        what.other_rubric, what.students.size());
  return text;
}

std::string print_what_if_json(const WhatIf& what) {
  WhatIfJson students = WhatIfJson::array();
  for (const WhatIfStudent& student : what.students) students.push_back(student_json(student));
  const WhatIfJson all = {{"schema", "gridmark/what-if/v1"},
                          {"lab", valid_utf8(what.lab)},
                          {"item", valid_utf8(what.item)},
                          {"device", name_of(what.device)},
                          {"measurement", valid_utf8(what.measurement)},
                          {"unit", valid_utf8(what.unit)},
                          {"item_points", what.item_points.value()},
                          {"max_points", what.max_points.value()},
                          {"pass_mark", what.pass_mark},
                          {"knots_before", knots_json(what.curve_before)},
                          {"knots_after", knots_json(what.curve_after)},
                          {"before", class_json(what.before)},
                          {"after", class_json(what.after)},
                          {"other_rubric", what.other_rubric},
                          {"not_scored", what.not_scored.size()},
                          {"students", std::move(students)}};
  return all.dump(1) + "\n";
}

}  // namespace gridmark::report
