#include "grader/report/class_charts.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"

namespace gridmark::report::html {
namespace {

// The units of distribution.html, which has the axis.
constexpr double left = 8, right = 632, top = 24, bottom = 160;

/// "0-2" of 20 points: the range of a bin.
std::string bin_words(std::size_t bin, Points most) {
  const double step = most.value() / static_cast<double>(distribution_bins);
  return fmt::format("{}\u2013{}", number_text(step * static_cast<double>(bin)),
                     number_text(step * static_cast<double>(bin + 1)));
}

Data bin_data(const LabStatistics& statistics, std::size_t bin, int highest, Points most) {
  const double slot = (right - left) / static_cast<double>(distribution_bins);
  const double x = left + slot * static_cast<double>(bin);
  const int count = statistics.bins[bin];
  const double tall = (bottom - top) * count / highest;
  return {{"x", tenths(x + 3)},
          {"y", tenths(bottom - tall)},
          {"height", tenths(tall)},
          {"middle", tenths(x + slot / 2)},
          {"above", tenths(bottom - tall - 5)},
          {"words", bin_words(bin, most)},
          {"students", count},
          {"count", count > 0 ? std::to_string(count) : ""}};
}

/// The width of `count` of `all` students in a bar.
void add_part(Data& parts, const char* kind, int count, int all, const char* words) {
  if (count == 0) return;
  const std::string share = fmt::format("{:.2f}", 100.0 * count / all);
  parts.push_back({{"kind", kind}, {"share", share}, {"words", words}, {"count", count}});
}

Data item_bar(const ItemStatistics& item) {
  const int all = std::max(1, item.all());
  Data parts = Data::array();
  add_part(parts, "good", item.full, all, "full points");
  add_part(parts, "part", item.part, all, "some points");
  add_part(parts, "bad", item.none, all, "no points");
  add_part(parts, "idle", item.open, all, "open");
  return {{"title", item.title},       {"id", item.id},
          {"parts", std::move(parts)}, {"all_points", fmt::format("{:.0f}", 100.0 * item.full / all)},
          {"full", item.full},         {"part", item.part},
          {"none", item.none},         {"open", item.open}};
}

}  // namespace

Data distribution(const LabStatistics& statistics, Points most) {
  const int highest = std::max(1, *std::max_element(statistics.bins.begin(), statistics.bins.end()));
  Data bins = Data::array();
  for (std::size_t bin = 0; bin < distribution_bins; ++bin)
    bins.push_back(bin_data(statistics, bin, highest, most));
  return bins;
}

Data item_bars(const LabStatistics& statistics) { return list_of(statistics.items, item_bar); }

}  // namespace gridmark::report::html
