// Mixed-up indices of tiles in shared memory and of sums in registers.
#include <fmt/format.h>

#include <array>

#include "labkit/oracle/product_rows.h"

namespace gridmark::oracle {
namespace {

/// The indices that are available in the inner loop of a kernel.
enum class Index { thread_y, thread_x, step };

std::string name_of(Index index) {
  constexpr const char* names[] = {"ty", "tx", "i"};
  return names[static_cast<int>(index)];
}

/// a_tile[row_a][column_a] * b_tile[row_b][column_b].
struct Factors {
  Index row_a, column_a, row_b, column_b;
  friend bool operator==(const Factors&, const Factors&) = default;
};
constexpr Factors right_factors{Index::thread_y, Index::step, Index::step, Index::thread_x};

std::string text_of(const Factors& factors) {
  return fmt::format("a_tile[{}][{}] * b_tile[{}][{}]", name_of(factors.row_a), name_of(factors.column_a),
                     name_of(factors.row_b), name_of(factors.column_b));
}

std::string cause_of(const Factors& factors) {
  return fmt::format(
      "the inner loop multiplies {}, and the product needs {}, with tx for the column and ty for the row in "
      "the block. Look at the indices where the tiles are filled and where they are read",
      text_of(factors), text_of(right_factors));
}

Hypothesis mixed_up(const Product& product, const Factors& factors, long tile) {
  return each_sum(
      cause_of(factors), product, rounded_up(product.k, tile),
      [=](const Padded& of, long row, long at, long column) {
        const long start = rounded_down(at, tile);
        const std::array<long, 3> value{row % tile, column % tile, at % tile};
        const auto of_index = [&](Index index) { return value[static_cast<std::size_t>(index)]; };
        return of.a(row - row % tile + of_index(factors.row_a), start + of_index(factors.column_a)) *
               of.b(start + of_index(factors.row_b), column - column % tile + of_index(factors.column_b));
      });
}

/// b_tile[ty][i] * a_tile[i][tx].
Hypothesis swapped(const Product& product, long tile) {
  return each_sum(
      {"the tiles are swapped, as in b_tile[ty][i] * a_tile[i][tx]. The row comes from the tile of a, the "
       "column from the tile of b",
       Repair::swap_tiles},
      product, rounded_up(product.k, tile), [tile](const Padded& of, long row, long at, long column) {
        const long start = rounded_down(at, tile), step = at % tile;
        return of.b(start + row % tile, column - column % tile + step) *
               of.a(row - row % tile + step, start + column % tile);
      });
}

/// The elements of a block that belong to one thread: `each` by `each`, either `side` apart or adjacent.
struct ThreadTile {
  long side, each;
  bool apart;

  long block() const { return side * each; }
  /// Element `number` of thread `thread`, along one dimension.
  long at(long thread, long number) const { return apart ? thread + number * side : thread * each + number; }
  long thread_of(long at) const { return apart ? at % side : at / each; }
  long number_of(long at) const { return apart ? at / side : at % each; }
};

/// The right place of the sum that is stored at (row, column).
struct Place {
  long row, column;
};

template <class From>
Hypothesis moved(Diagnosis cause, const Product& product, const ThreadTile& tile, From from) {
  return each_element(std::move(cause), product, [tile, from](const Padded& of, long row, long column) {
    const long block_row = rounded_down(row, tile.block()), block_column = rounded_down(column, tile.block());
    const Place place = from(tile, Place{row - block_row, column - block_column});
    return right_element(of, block_row + place.row, block_column + place.column);
  });
}

void add_thread_tiles(std::vector<Hypothesis>& to, const Product& product, const ThreadTile& tile) {
  const std::string size = fmt::format("{0} x {0}", tile.each);
  to.push_back(
      moved({"the " + size +
                 " sums of a thread are transposed: sum[y][x] and sum[x][y] are swapped where they are "
                 "added up or stored",
             Repair::transpose_sums},
            product, tile, [](const ThreadTile& of, Place at) {
              return Place{of.at(of.thread_of(at.row), of.number_of(at.column)),
                           of.at(of.thread_of(at.column), of.number_of(at.row))};
            }));
  const ThreadTile other{tile.side, tile.each, !tile.apart};
  to.push_back(moved(fmt::format("a thread sums up elements that are {}, and stores them in elements that "
                                 "are {}: take the same index in both places",
                                 tile.apart ? "next to each other" : fmt::format("{} apart", tile.side),
                                 tile.apart ? fmt::format("{} apart", tile.side) : "next to each other"),
                     product, tile, [other](const ThreadTile& of, Place at) {
                       return Place{other.at(of.thread_of(at.row), of.number_of(at.row)),
                                    other.at(of.thread_of(at.column), of.number_of(at.column))};
                     }));
  to.push_back(moved("all rows of a thread's " + size +
                         " sums are its first one: the index of a's tile lacks the number of the sum",
                     product, tile, [](const ThreadTile& of, Place at) {
                       return Place{of.at(of.thread_of(at.row), 0), at.column};
                     }));
  to.push_back(moved("all columns of a thread's " + size +
                         " sums are its first one: the index of b's tile lacks the number of the sum",
                     product, tile, [](const ThreadTile& of, Place at) {
                       return Place{at.row, of.at(of.thread_of(at.column), 0)};
                     }));
}

}  // namespace

std::vector<Hypothesis> misread_tiles(const Product& product) {
  std::vector<Hypothesis> mistakes;
  constexpr std::array indices{Index::thread_y, Index::thread_x, Index::step};
  for (const long tile : tile_sizes) {
    mistakes.push_back(swapped(product, tile));
    for (const Index row_a : indices)
      for (const Index column_a : indices)
        for (const Index row_b : indices)
          for (const Index column_b : indices)
            if (const Factors factors{row_a, column_a, row_b, column_b}; factors != right_factors)
              mistakes.push_back(mixed_up(product, factors, tile));
  }
  for (const long side : {8L, 16L})
    for (const long each : {2L, 4L, 8L})
      for (const bool apart : {true, false}) add_thread_tiles(mistakes, product, {side, each, apart});
  return mistakes;
}

}  // namespace gridmark::oracle
