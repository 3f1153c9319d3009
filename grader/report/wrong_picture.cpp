#include "grader/report/wrong_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gridmark::report {
namespace {

/// The number of elements along one side of a cell. The last cell can have fewer.
std::int64_t part(std::int64_t cell, std::int64_t side, std::int64_t whole) {
  return std::min(side, whole - cell * side);
}

/// A grid with functions for the numbers of its cells.
struct WrongGrid {
  const WrongElements& seen;

  std::size_t index(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * seen.grid_columns() + column);
  }
  std::int64_t wrong(std::int64_t row, std::int64_t column) const { return seen.wrong[index(row, column)]; }
  std::int64_t elements(std::int64_t row, std::int64_t column) const {
    return part(row, seen.cell_rows, seen.rows) * part(column, seen.cell_columns, seen.columns);
  }
  /// 0: all correct, 1 to 3: more and more are wrong, 4: most of the wrong ones were never written.
  int shade(std::int64_t row, std::int64_t column) const {
    const std::int64_t off = wrong(row, column), all = elements(row, column);
    if (off == 0) return 0;
    if (2 * seen.unwritten[index(row, column)] > off) return 4;
    return 3 * off <= all ? 1 : off < all ? 2 : 3;
  }
};

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

/// The first and last row, or column, of the cells that have a wrong element.
struct Span {
  std::int64_t first = -1, last = -1;
  void add(std::int64_t cell, std::int64_t side, std::int64_t whole) {
    if (first < 0) first = cell * side;
    last = std::max(last, cell * side + part(cell, side, whole) - 1);
  }
  std::string words(const char* one) const {
    return first == last ? fmt::format("{} {}", one, first) : fmt::format("{}s {} to {}", one, first, last);
  }
};

std::string span_words(const WrongElements& seen) {
  const WrongGrid grid{seen};
  Span rows, columns;
  for (std::int64_t column = 0; column < seen.grid_columns(); ++column)
    for (std::int64_t row = 0; row < seen.grid_rows(); ++row)
      if (grid.wrong(row, column) > 0) columns.add(column, seen.cell_columns, seen.columns);
  for (std::int64_t row = 0; row < seen.grid_rows(); ++row)
    for (std::int64_t column = 0; column < seen.grid_columns(); ++column)
      if (grid.wrong(row, column) > 0) rows.add(row, seen.cell_rows, seen.rows);
  return rows.words("row") + " and " + columns.words("column");
}

/// True if some elements are correct, and there are enough cells to see where.
bool is_worth_drawing(const WrongElements& seen) {
  const std::int64_t off = sum(seen.wrong);
  return off > 0 && off < seen.rows * seen.columns && seen.wrong.size() >= 4;
}

std::string border_words(const WrongElements& seen) {
  if (seen.block_rows == 0 || seen.block_columns == 0) return "";
  return fmt::format(" Lines are the borders of blocks of {} x {} threads.", seen.block_columns,
                     seen.block_rows);
}

/// The cells of the text drawing. Each stands for several cells of the grid, so that the drawing stays small.
struct TextCells {
  std::int64_t rows = 1, columns = 1;  ///< cells of the grid in each
};

char text_of(const WrongGrid& grid, const TextCells& cells, std::int64_t row, std::int64_t column) {
  std::int64_t off = 0, all = 0, unwritten = 0;
  const std::int64_t last_row = std::min((row + 1) * cells.rows, grid.seen.grid_rows());
  const std::int64_t last_column = std::min((column + 1) * cells.columns, grid.seen.grid_columns());
  for (std::int64_t r = row * cells.rows; r < last_row; ++r)
    for (std::int64_t c = column * cells.columns; c < last_column; ++c) {
      off += grid.wrong(r, c), all += grid.elements(r, c);
      unwritten += grid.seen.unwritten[grid.index(r, c)];
    }
  if (off == 0) return '.';
  if (2 * unwritten > off) return 'o';
  return off == all ? '#' : '+';
}

/// True if a block begins at this cell of text. Always false unless a block is larger than a cell and a
/// multiple of it.
bool is_border(std::int64_t cell, std::int64_t elements, std::int64_t block) {
  return cell > 0 && block > elements && block % elements == 0 && cell * elements % block == 0;
}

}  // namespace

std::string wrong_words(const WrongElements& seen) {
  const std::int64_t off = sum(seen.wrong), unwritten = sum(seen.unwritten);
  return fmt::format("{} of {} elements of {} are wrong{}, all within {}.", off, seen.rows * seen.columns,
                     seen.array, unwritten > 0 ? fmt::format(", {} of them never written", unwritten) : "",
                     span_words(seen)) +
         border_words(seen);
}

std::vector<std::string> wrong_text(const WrongElements& seen) {
  if (!is_worth_drawing(seen)) return {};
  constexpr std::int64_t most_rows = 16, most_columns = 32;
  const TextCells cells{(seen.grid_rows() + most_rows - 1) / most_rows,
                        (seen.grid_columns() + most_columns - 1) / most_columns};
  const std::int64_t rows = (seen.grid_rows() + cells.rows - 1) / cells.rows;
  const std::int64_t columns = (seen.grid_columns() + cells.columns - 1) / cells.columns;
  std::vector<std::string> lines;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::string line, border;
    for (std::int64_t column = 0; column < columns; ++column) {
      const bool border_here = is_border(column, cells.columns * seen.cell_columns, seen.block_columns);
      line += border_here ? "|" : "";
      border += border_here ? "+-" : "-";
      line += text_of({seen}, cells, row, column);
    }
    if (is_border(row, cells.rows * seen.cell_rows, seen.block_rows)) lines.push_back(border);
    lines.push_back(line);
  }
  lines.push_back(
      fmt::format(". right   + some wrong   # all wrong   o never written   (a sign: {} x {} elements)",
                  cells.rows * seen.cell_rows, cells.columns * seen.cell_columns));
  return lines;
}

namespace html {
namespace {

constexpr double most_side = 320;

struct Scale {
  double width, height;  ///< of a cell
  std::int64_t rows, columns;
};

Scale scale_of(const WrongElements& seen) {
  const std::int64_t rows = seen.grid_rows(), columns = seen.grid_columns();
  const double side = std::min(16.0, most_side / static_cast<double>(std::max(rows, columns)));
  return {side, side, rows, columns};
}

/// Neighbours of one shade become one rectangle, which keeps the page small.
Data cells_of(const WrongElements& seen, const Scale& scale) {
  const WrongGrid grid{seen};
  Data cells = Data::array();
  for (std::int64_t row = 0; row < scale.rows; ++row)
    for (std::int64_t column = 0, end = 0; column < scale.columns; column = end) {
      const int shade = grid.shade(row, column);
      for (end = column + 1; end < scale.columns && grid.shade(row, end) == shade;) ++end;
      if (shade == 0) continue;
      cells.push_back({{"kind", fmt::format("wrong{}", shade)},
                       {"x", tenths(static_cast<double>(column) * scale.width)},
                       {"y", tenths(static_cast<double>(row) * scale.height)},
                       {"width", tenths(static_cast<double>(end - column) * scale.width)},
                       {"height", tenths(scale.height)}});
    }
  return cells;
}

/// The places where blocks begin along a side, in the drawing's units. Empty if they would hide the cells.
std::vector<double> borders_along(std::int64_t block, std::int64_t cell_elements, double cell_side,
                                  std::int64_t whole) {
  std::vector<double> at;
  const double step = static_cast<double>(block) / static_cast<double>(cell_elements) * cell_side;
  if (block == 0 || step < 4) return at;
  for (std::int64_t element = block; element < whole; element += block)
    at.push_back(static_cast<double>(element) / static_cast<double>(cell_elements) * cell_side);
  return at;
}

Data borders_of(const WrongElements& seen, const Scale& scale, double width, double height) {
  Data lines = Data::array();
  const auto add = [&](double x1, double y1, double x2, double y2) {
    lines.push_back({{"x1", tenths(x1)}, {"y1", tenths(y1)}, {"x2", tenths(x2)}, {"y2", tenths(y2)}});
  };
  for (const double x : borders_along(seen.block_columns, seen.cell_columns, scale.width, seen.columns))
    add(x, 0, x, height);
  for (const double y : borders_along(seen.block_rows, seen.cell_rows, scale.height, seen.rows))
    add(0, y, width, y);
  return lines;
}

}  // namespace

Data wrong_data(const WrongElements& seen) {
  if (!is_worth_drawing(seen)) return {};
  const Scale scale = scale_of(seen);
  const double width = static_cast<double>(scale.columns) * scale.width;
  const double height = static_cast<double>(scale.rows) * scale.height;
  return {{"width", tenths(width)},
          {"height", tenths(height)},
          {"words", wrong_words(seen)},
          {"cells", cells_of(seen, scale)},
          {"borders", borders_of(seen, scale, width, height)}};
}

}  // namespace html
}  // namespace gridmark::report
