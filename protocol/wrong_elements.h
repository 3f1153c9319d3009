#pragma once
// The wrong places in an array, for a picture.
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/fields.h"

namespace gridmark {

/// Wrong elements of an array, counted in the cells of a coarse grid over its rows and columns.
struct WrongElements {
  std::string array = {};  ///< "c"
  std::int64_t rows = 0, columns = 0;
  std::int64_t cell_rows = 0, cell_columns = 0;  ///< elements of a cell. The last cells may have fewer
  std::vector<std::int64_t> wrong = {};          ///< number in each cell, row by row
  std::vector<std::int64_t> unwritten = {};      ///< how many of these no thread has written
  /// Elements that one block of the launch covers, one for each thread. 0 if unknown.
  std::int64_t block_rows = 0, block_columns = 0;
  friend bool operator==(const WrongElements&, const WrongElements&) = default;

  std::int64_t grid_rows() const { return (rows + cell_rows - 1) / cell_rows; }
  std::int64_t grid_columns() const { return (columns + cell_columns - 1) / cell_columns; }
};

/// Cells along each side of the grid.
inline constexpr std::int64_t most_wrong_cells = 32;

constexpr auto fields(const WrongElements*) {
  using Wrong = WrongElements;
  constexpr Range size{1, 1e9, "a number of elements, 1 to 1000000000"};
  constexpr Range block{0, 1e6, "a number of elements, 0 to 1000000"};
  constexpr auto most_cells = static_cast<std::size_t>(most_wrong_cells * most_wrong_cells);
  constexpr Many<Range> counts{1, most_cells, {0, 1e9, "a number of elements, 0 to 1000000000"}};
  return std::tuple{
      field("array", &Wrong::array, Length{1, 256}),
      field("rows", &Wrong::rows, size),
      field("columns", &Wrong::columns, size),
      field("cell_rows", &Wrong::cell_rows, size, "of a cell. The last ones may have fewer"),
      field("cell_columns", &Wrong::cell_columns, size),
      field("wrong", &Wrong::wrong, counts, "of each cell, row by row"),
      field("unwritten", &Wrong::unwritten, counts, "of these, never written"),
      field("block_rows", &Wrong::block_rows, block,
            "elements that a block covers, one for each thread. Absent: not known", Presence::not_default),
      field("block_columns", &Wrong::block_columns, block, "", Presence::not_default)};
}

}  // namespace gridmark
