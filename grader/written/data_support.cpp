#include "grader/written/data_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gridmark::written {
namespace {

constexpr double steps_apart = 1.5;
constexpr std::size_t rows_for_each_that_stands_out = 8;
constexpr std::string_view by_the_model = "_modelled_", by_a_clock = "_measured_";

/// The precision of a sweep's CSV, so that two different values look different.
std::string six_digits(double value) { return fmt::format("{:.6g}", value); }

std::string and_more(std::size_t others, std::string_view what) {
  return others == 0 ? "" : fmt::format(" (and {} more {}{})", others, what, others == 1 ? "" : "s");
}

class Support {
 public:
  Support(const RequiredPlot& plot, const DataTable& data, const RunSide& run)
      : plot_(plot), data_(data), run_(run), over_(data.columns.at(plot.columns.front())) {}

  std::vector<WrittenFinding> doubts() && {
    if (!plot_.modelled.plot.empty()) hold_against_model();
    for (const MeasuredColumn& measured : plot_.measured) {
      check_speeds(measured);
      check_growth(measured);
    }
    return std::move(doubts_);
  }

 private:
  void doubt(std::size_t row, std::string reason) {
    doubts_.push_back({std::move(reason), Place{plot_.data, data_.lines[row]}});
  }

  void hold_against_model() {
    const auto again = std::find_if(run_.plots.begin(), run_.plots.end(),
                                    [&](const Plot& one) { return one.name == plot_.modelled.plot; });
    if (again != run_.plots.end()) {
      const bool on_gpu = run_.timed_on_gpu || has_times_of_a_gpu(*again);
      for (const PlotSeries& series : again->series)
        if (!on_gpu || series.name.find(by_the_model) != series.name.npos) compare(series);
    } else if (!run_.timed_on_gpu) {
      doubts_.push_back(
          {"gridmark cannot model these times again: no function that they are about gave a right answer in "
           "this "
           "run. Correct it and run ./gridmark benchmark again",
           Place{plot_.data, 0}});
    }
  }

  /// Whether the data has "tiled_measured_ms" for the model's "tiled_modelled_ms".
  bool has_times_of_a_gpu(const Plot& again) const {
    return std::any_of(again.series.begin(), again.series.end(), [&](const PlotSeries& series) {
      const auto at = series.name.find(by_the_model);
      if (at == series.name.npos) return false;
      std::string timed = series.name;
      return data_.cells.contains(timed.replace(at, by_the_model.size(), by_a_clock));
    });
  }

  void compare(const PlotSeries& series) {
    const auto column = data_.cells.find(series.name);
    if (column == data_.cells.end()) return;
    std::vector<std::size_t> wrong;
    double expected = 0;
    for (std::size_t row = 0; row < data_.rows(); ++row) {
      const auto at = std::find(series.at.begin(), series.at.end(), over_[row]);
      const auto& cell = column->second[row];
      if (at == series.at.end() || !cell) continue;
      const double own = series.values[static_cast<std::size_t>(at - series.at.begin())];
      if (shows(*cell, own)) continue;
      if (wrong.empty()) expected = own;
      wrong.push_back(row);
    }
    if (wrong.empty()) return;
    doubt(
        wrong.front(),
        fmt::format("{} at {} is {}, and gridmark models {} for the code of this submission{}. Run "
                    "./gridmark benchmark "
                    "again, or write `device = cuda` among the claims if a GPU took the times",
                    series.name, size_words(wrong.front()), six_digits(column->second[wrong.front()]->value),
                    six_digits(expected), and_more(wrong.size() - 1, "value")));
  }

  /// Compares to the digits in the cell, because a student may have rounded.
  static bool shows(const PlainNumber& cell, double own) {
    return cell.value > 0 && std::abs(cell.value - own) <= cell.step / 2 + 1e-6 * std::abs(own);
  }

  std::size_t may_stand_out() const { return data_.rows() / rows_for_each_that_stands_out; }

  void check_speeds(const MeasuredColumn& measured) {
    std::vector<std::size_t> wrong;
    for (std::size_t row = 0; row < data_.rows(); ++row) {
      const PlainNumber& cell = *data_.cells.at(measured.column)[row];
      const double work = measured.operations * std::pow(over_[row], measured.power);
      const double longest = (cell.value + cell.step / 2) * 1e-3,
                   shortest = (cell.value - cell.step / 2) * 1e-3;
      if (!(longest > 0) || work / longest > measured.fastest || work < measured.slowest * shortest)
        wrong.push_back(row);
    }
    if (wrong.size() <= may_stand_out()) return;
    const std::size_t row = wrong.front();
    const double time = data_.columns.at(measured.column)[row];
    doubt(row, fmt::format(
                   "{} at {} is {}, which makes {:.3g} operations a second, expected {:.3g} to {:.3g}{}. Run "
                   "./gridmark benchmark again",
                   measured.column, size_words(row), six_digits(time),
                   measured.operations * std::pow(over_[row], measured.power) / (time * 1e-3),
                   measured.slowest, measured.fastest, and_more(wrong.size() - 1, "row")));
  }

  /// Compares each row with the next size that is far enough away.
  void check_growth(const MeasuredColumn& measured) {
    const std::vector<double>& column = data_.columns.at(measured.column);
    std::vector<std::size_t> order(data_.rows());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return over_[a] < over_[b]; });
    std::vector<std::pair<std::size_t, std::size_t>> wrong;
    for (std::size_t i = 0, next = 0; i < order.size(); ++i) {
      while (next < order.size() && over_[order[next]] < steps_apart * over_[order[i]]) ++next;
      if (next == order.size()) break;
      if (!(column[order[next]] > column[order[i]])) wrong.emplace_back(order[i], order[next]);
    }
    if (wrong.size() <= may_stand_out()) return;
    const auto [small, large] = wrong.front();
    doubt(large,
          fmt::format(
              "{} is {} at {} and {} at {}, expected that it grows where {} is {} times as large{}. Run "
              "./gridmark benchmark again",
              measured.column, six_digits(column[small]), size_words(small), six_digits(column[large]),
              size_words(large), plot_.columns.front(), steps_apart, and_more(wrong.size() - 1, "row")));
  }

  std::string size_words(std::size_t row) const {
    return fmt::format("{} = {}", plot_.columns.front(), six_digits(over_[row]));
  }

  const RequiredPlot& plot_;
  const DataTable& data_;
  const RunSide& run_;
  const std::vector<double>& over_;
  std::vector<WrittenFinding> doubts_;
};

}  // namespace

std::vector<WrittenFinding> data_doubts(const RequiredPlot& plot, const DataTable& data, const RunSide& run) {
  return Support(plot, data, run).doubts();
}

}  // namespace gridmark::written
