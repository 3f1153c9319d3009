#include "grader/written/data_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/nearest.h"
#include "base/utf8.h"
#include "grader/core/csv.h"
#include "grader/core/number_text.h"

namespace gridmark::written {
namespace {

using Kind = PlotFact::Kind;
using Order = std::vector<std::size_t>;

tl::unexpected<WrittenFinding> wrong(const RequiredPlot& plot, int line, std::string reason) {
  return tl::unexpected(WrittenFinding{std::move(reason), Place{plot.data, line}});
}

std::string quoted(const std::string& cell) { return fmt::format("\"{}\"", clipped(cell, 40)); }

/// The rows in the order of a column. Rows with the same value keep the file's order.
Order order_by(const std::vector<double>& column) {
  Order order(column.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return column[a] < column[b]; });
  return order;
}

std::optional<WrittenFinding> turns_back(const RequiredPlot& plot, const PlotFact& fact,
                                         const DataTable& data) {
  const auto &over = data.columns.at(fact.over), &column = data.columns.at(fact.column);
  const Order order = order_by(over);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const double before = column[order[i - 1]], now = column[order[i]];
    if (fact.kind == Kind::rises ? now >= before : now <= before) continue;
    return WrittenFinding{
        fmt::format("{} goes from {} to {} where {} goes from {} to {}, expected that it never {}",
                    fact.column, number_text(before), number_text(now), fact.over,
                    number_text(over[order[i - 1]]), number_text(over[order[i]]),
                    fact.kind == Kind::rises ? "falls" : "rises"),
        Place{plot.data, data.lines[order[i]]}};
  }
  return std::nullopt;
}

std::optional<WrittenFinding> no_crossover(const RequiredPlot& plot, const PlotFact& fact,
                                           const DataTable& data, DerivedValue& derived) {
  const auto &over = data.columns.at(fact.over), &column = data.columns.at(fact.column),
             &below = data.columns.at(fact.below);
  const Order order = order_by(over);
  std::size_t first = order.size();
  while (first > 0 && column[order[first - 1]] <= below[order[first - 1]]) --first;
  if (first == order.size())
    return WrittenFinding{fmt::format("{} is above {} at the largest {}, expected that it falls below before",
                                      fact.column, fact.below, fact.over),
                          Place{plot.data, data.lines[order.back()]}};
  derived.value = over[order[first]];
  derived.least = first == 0 ? derived.value : over[order[first - 1]];
  derived.known = true;
  return std::nullopt;
}

std::optional<WrittenFinding> no_value(const RequiredPlot& plot, const PlotFact& fact, const DataTable& data,
                                       DerivedValue& derived) {
  const auto& over = data.columns.at(fact.over);
  const auto row = std::find(over.begin(), over.end(), fact.at);
  if (row == over.end())
    return WrittenFinding{fmt::format("no row has {} in the column {}", number_text(fact.at), fact.over),
                          Place{plot.data, 0}};
  derived.value = derived.least = data.columns.at(fact.column)[static_cast<std::size_t>(row - over.begin())];
  derived.known = true;
  return std::nullopt;
}

std::optional<WrittenFinding> not_covered(const RequiredPlot& plot, const PlotFact& fact,
                                          const DataTable& data) {
  const auto& over = data.columns.at(fact.over);
  std::vector<std::string> missing;
  for (const double value : fact.values)
    if (std::find(over.begin(), over.end(), value) == over.end()) missing.push_back(number_text(value));
  if (missing.empty()) return std::nullopt;
  return WrittenFinding{fmt::format("no row has {} in the column {}", fmt::join(missing, ", "), fact.over),
                        Place{plot.data, 0}};
}

}  // namespace

tl::expected<DataTable, WrittenFinding> read_data(const RequiredPlot& plot, std::string_view text) {
  const auto rows = parse_csv(text, {.rows = 10'000, .columns = 64, .cell_bytes = 256});
  if (!rows)
    return wrong(plot, rows.error().line,
                 fmt::format("column {}: {}", rows.error().column, rows.error().message));
  std::vector<std::string> there;
  for (const CsvCell& cell : rows->front().cells) there.push_back(cell.text);
  DataTable data;
  for (std::size_t r = 1; r < rows->size(); ++r) data.lines.push_back((*rows)[r].line);
  for (std::size_t c = 0; c < there.size(); ++c)
    if (auto& column = data.cells[there[c]]; column.empty())  // the first of two columns with one name
      for (std::size_t r = 1; r < rows->size(); ++r) column.push_back(plain_number((*rows)[r].cells[c].text));
  for (const std::string& name : plot.columns) {
    const auto found = std::find(there.begin(), there.end(), name);
    if (found == there.end())
      return wrong(plot, rows->front().line,
                   fmt::format("the column \"{}\" is missing{}", name, suggestion(name, there)));
    for (std::size_t r = 1; r < rows->size(); ++r) {
      const CsvCell& cell = (*rows)[r].cells[static_cast<std::size_t>(found - there.begin())];
      const auto number = plain_number(cell.text);
      if (!number)
        return wrong(plot, cell.line,
                     fmt::format("{} is {}, expected a decimal number", name, quoted(cell.text)));
      data.columns[name].push_back(number->value);
    }
  }
  if (data.rows() < static_cast<std::size_t>(plot.points))
    return wrong(plot, 0,
                 fmt::format("has {} row{} of data, expected at least {}", data.rows(),
                             data.rows() == 1 ? "" : "s", plot.points));
  return data;
}

PlottedData plotted_data(const RequiredPlot& plot, const DataTable& data) {
  constexpr std::size_t most_rows = 200;
  PlottedData drawn;
  drawn.file = plot.data;
  drawn.over = plot.columns.front();
  const std::vector<double>& over = data.columns.at(drawn.over);
  Order order = order_by(over);
  order.resize(std::min(order.size(), most_rows));
  for (const std::size_t row : order) drawn.at.push_back(over[row]);
  for (std::size_t c = 1; c < plot.columns.size(); ++c) {
    PlottedSeries series{plot.columns[c], {}};
    for (const std::size_t row : order) series.values.push_back(data.columns.at(series.name)[row]);
    drawn.series.push_back(std::move(series));
  }
  return drawn;
}

std::string derived_words(const RequiredPlot& plot, const PlotFact& fact) {
  if (fact.kind == Kind::crossover)
    return fmt::format("the {} where {} falls below {} in {}", fact.over, fact.column, fact.below, plot.data);
  return fmt::format("{} at {} = {} in {}", fact.column, fact.over, number_text(fact.at), plot.data);
}

std::optional<WrittenFinding> fact_problem(const RequiredPlot& plot, const PlotFact& fact,
                                           const DataTable& data, DerivedValues& derived) {
  switch (fact.kind) {
    case Kind::rises:
    case Kind::falls:
      return turns_back(plot, fact, data);
    case Kind::crossover:
      return no_crossover(plot, fact, data, derived[fact.claim]);
    case Kind::value:
      return no_value(plot, fact, data, derived[fact.claim]);
    case Kind::covers:
      return not_covered(plot, fact, data);
  }
  return std::nullopt;
}

}  // namespace gridmark::written
