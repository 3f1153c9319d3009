#include "labkit/oracle/count_wrong.h"

#include <cmath>

#include "labkit/oracle/wrong_pattern.h"

namespace gridmark::oracle {
namespace {

std::int64_t cell_side(std::int64_t elements) {
  std::int64_t side = 1;
  while (side * most_wrong_cells < elements) side *= 2;
  return side;
}

WrongElements empty_grid(const Shape& shape, std::size_t elements) {
  WrongElements seen;
  seen.array = shape.name;
  seen.columns = static_cast<std::int64_t>(shape.columns);
  seen.rows = static_cast<std::int64_t>(elements) / seen.columns;
  seen.cell_rows = cell_side(seen.rows);
  seen.cell_columns = cell_side(seen.columns);
  const auto cells = static_cast<std::size_t>(seen.grid_rows() * seen.grid_columns());
  seen.wrong.resize(cells);
  seen.unwritten.resize(cells);
  return seen;
}

}  // namespace

std::optional<WrongElements> count_wrong(std::span<const float> got, std::span<const double> expected,
                                         const Shape& shape, double close) {
  if (shape.name.empty() || shape.columns == 0 || got.empty() || got.size() % shape.columns != 0) return {};
  WrongElements seen = empty_grid(shape, got.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::abs(got[i] - expected[i]) <= close) continue;
    const auto row = static_cast<std::int64_t>(i / shape.columns) / seen.cell_rows;
    const auto column = static_cast<std::int64_t>(i % shape.columns) / seen.cell_columns;
    const auto cell = static_cast<std::size_t>(row * seen.grid_columns() + column);
    ++seen.wrong[cell];
    if (is_unwritten(got[i])) ++seen.unwritten[cell];
  }
  return seen;
}

}  // namespace gridmark::oracle
