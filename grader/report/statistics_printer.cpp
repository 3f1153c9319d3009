#include "grader/report/statistics_printer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "grader/core/class_statistics.h"
#include "grader/core/item_analysis.h"
#include "grader/core/number_text.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using StatisticsJson = nlohmann::ordered_json;

constexpr std::size_t item_columns = 20;

constexpr const char* statistics_key =
    "\nmean: of the item's points, 100 % is easiest\n"
    "deviation: sample standard deviation of the same\n"
    "discrimination: correlation with the lab's other points, -1 to 1. It needs 10\n"
    "  grades that differ\n"
    "full, part, none, open: number of grades. Open ones wait for a person or for\n"
    "  another run, and count in no figure\n";

std::string heading_line(const LabHeading& lab, const LabStatistics& seen) {
  std::string line =
      fmt::format("{} ({}): {} graded", printable(lab.title), printable(lab.name), seen.graded);
  if (seen.graded > 0)
    line += fmt::format(", {} passing, mean {} of {}, median {}", seen.passing, number_text(seen.mean),
                        points_text(lab.max_points), number_text(seen.median));
  return line + "\n";
}

std::string item_line(const ItemAnalysis& item) {
  const bool known = item.settled() > 0;
  std::string line =
      fmt::format("{}{:>7}{:>7}{:>10}{:>15}{:>5}{:>5}{:>5}{:>5}\n", padded(printable(item.id), item_columns),
                  points_text(item.max_points), known ? fmt::format("{:.0f} %", 100 * item.mean) : "-",
                  known ? fmt::format("{:.0f} %", 100 * item.deviation) : "-",
                  item.discrimination ? fmt::format("{:.2f}", *item.discrimination) : "-", item.full,
                  item.part, item.none, item.open);
  if (item.finding != ItemFinding::none) line += "  " + finding_words(item.finding) + "\n";
  return line;
}

std::string lab_table(const ClassBook& book, std::size_t lab) {
  std::string text = heading_line(book.labs[lab], statistics_of(book, lab));
  const std::vector<ItemAnalysis> items = analyse_items(book, lab);
  if (items.empty()) return text;
  text += fmt::format("\n{}{:>7}{:>7}{:>10}{:>15}{:>5}{:>5}{:>5}{:>5}\n", padded("item", item_columns),
                      "points", "mean", "deviation", "discrimination", "full", "part", "none", "open");
  for (const ItemAnalysis& item : items) text += item_line(item);
  return text;
}

StatisticsJson item_statistics_json(const ItemAnalysis& item) {
  const bool known = item.settled() > 0;
  StatisticsJson json = {{"id", valid_utf8(item.id)},
                         {"title", valid_utf8(item.title)},
                         {"max_points", item.max_points.value()},
                         {"full", item.full},
                         {"part", item.part},
                         {"none", item.none},
                         {"open", item.open},
                         {"mean", nullptr},
                         {"deviation", nullptr},
                         {"discrimination", nullptr},
                         {"finding", name_of(item.finding)}};
  if (known) json["mean"] = item.mean;
  if (known) json["deviation"] = item.deviation;
  if (item.discrimination) json["discrimination"] = *item.discrimination;
  return json;
}

StatisticsJson lab_statistics_json(const ClassBook& book, std::size_t lab) {
  const LabStatistics seen = statistics_of(book, lab);
  StatisticsJson items = StatisticsJson::array();
  for (const ItemAnalysis& item : analyse_items(book, lab)) items.push_back(item_statistics_json(item));
  return {{"lab", valid_utf8(book.labs[lab].name)},
          {"title", valid_utf8(book.labs[lab].title)},
          {"max_points", book.labs[lab].max_points.value()},
          {"graded", seen.graded},
          {"passing", seen.passing},
          {"mean", seen.graded > 0 ? StatisticsJson(seen.mean) : StatisticsJson()},
          {"median", seen.graded > 0 ? StatisticsJson(seen.median) : StatisticsJson()},
          {"distribution", seen.bins},
          {"items", std::move(items)}};
}

}  // namespace

std::string print_statistics(const ClassBook& book, const std::vector<std::size_t>& labs) {
  std::string text;
  for (const std::size_t lab : labs) text += (text.empty() ? "" : "\n") + lab_table(book, lab);
  return text + statistics_key;
}

std::string print_statistics_json(const ClassBook& book, const std::vector<std::size_t>& labs) {
  StatisticsJson all = StatisticsJson::array();
  for (const std::size_t lab : labs) all.push_back(lab_statistics_json(book, lab));
  return StatisticsJson{{"schema", "gridmark/statistics/v1"}, {"labs", std::move(all)}}.dump(1) + "\n";
}

}  // namespace gridmark::report
