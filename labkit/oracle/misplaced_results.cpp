// Results that are stored at a wrong place or not at all.
#include <fmt/format.h>

#include <algorithm>

#include "labkit/oracle/product_rows.h"

namespace gridmark::oracle {
namespace {

/// An index into c that is `row * by_row + column * by_column`.
struct Store {
  long by_row, by_column;
};

/// The values stored at `index` of c.
Element stored_at(const Padded& of, const Store& store, long index) {
  Element values;
  for (long row = 0; row < of.m() && row * store.by_row <= index; ++row) {
    const long rest = index - row * store.by_row;
    if (rest % store.by_column == 0 && rest / store.by_column < of.n())
      values.push_back(right_element(of, row, rest / store.by_column));
  }
  if (values.empty()) values.push_back(untouched);
  return values;
}

Hypothesis stored(Diagnosis cause, const Product& product, const Store& store) {
  return {std::move(cause), [of = Padded(product), store](std::size_t row) {
            Row elements;
            for (long column = 0; column < of.n(); ++column)
              elements.push_back(stored_at(of, store, static_cast<long>(row) * of.n() + column));
            return elements;
          }};
}

void add_stores(std::vector<Hypothesis>& to, const Product& product) {
  const repairs::Remedy in_order{Repair::transpose_index, "c", "n"},
      as_long{Repair::set_row_length, "c", "n"};
  to.push_back(
      stored({"the answer is the transpose of the right one: row and column are swapped in the index of c",
              in_order},
             product, {1, product.m}));
  to.push_back(stored(
      {"the results are stored at c[col * n + row]: row and column are swapped in the index of c", in_order},
      product, {1, product.n}));
  to.push_back(stored({"the results are stored at c[row * m + col]: rows of c are n elements long", as_long},
                      product, {product.m, 1}));
  to.push_back(stored({"the results are stored at c[row * k + col]: rows of c are n elements long", as_long},
                      product, {product.k, 1}));
}

/// All of c except the elements that no block covers.
Hypothesis covered(Diagnosis cause, const Product& product, long rows, long columns) {
  return each_element(std::move(cause), product, [rows, columns](const Padded& of, long row, long column) {
    return row < rows && column < columns ? right_element(of, row, column) : untouched;
  });
}

/// The elements that count / tile blocks cover. Zero blocks would be a launch error.
long reach(long count, long tile) { return count < tile ? count : rounded_down(count, tile); }

std::string from(const char* what, long end, long count) {
  return end < count ? fmt::format("{} from {} on", what, end) : "";
}

/// For blocks of `rows` x `columns` elements. 1 means that this dimension is right.
void add_rounded_down(std::vector<Hypothesis>& to, const Product& product, long rows, long columns) {
  const long end_row = reach(product.m, rows), end_column = reach(product.n, columns);
  const std::string below = from("rows", end_row, product.m), aside = from("columns", end_column, product.n);
  const std::string cause = fmt::format(
      "{}{}{} are never written: the number of blocks is rounded down. Blocks must be rounded up: (size + "
      "{}) / {}",
      below, below.empty() || aside.empty() ? "" : " and ", aside, std::max(rows, columns) - 1,
      std::max(rows, columns));
  to.push_back(covered({cause, Repair::round_up_blocks}, product, end_row, end_column));
}

/// Grids with dimensions from the wrong sizes, for blocks of `rows` x `columns` elements.
void add_wrong_grids(std::vector<Hypothesis>& to, const Product& product, long rows, long columns) {
  const long m = product.m, n = product.n, k = product.k;
  const Diagnosis swapped{
      "the grid has its x and y swapped: the dimension that gives the column needs blocks for n, the other "
      "one blocks for m",
      Repair::swap_grid};
  to.push_back(covered(swapped, product, rounded_up(n, columns) / columns * rows,
                       rounded_up(m, rows) / rows * columns));
  to.push_back(covered(swapped, product, rounded_up(n, rows), rounded_up(m, columns)));
  to.push_back(covered({"the grid has blocks for n rows, and c has m rows", {Repair::size_grid, "rows", "m"}},
                       product, rounded_up(n, rows), n));
  to.push_back(
      covered({"the grid has blocks for m columns, and c has n columns", {Repair::size_grid, "columns", "n"}},
              product, m, rounded_up(m, columns)));
  to.push_back(covered({"the grid has blocks for k rows, and c has m rows", {Repair::size_grid, "rows", "m"}},
                       product, rounded_up(k, rows), n));
  to.push_back(
      covered({"the grid has blocks for k columns, and c has n columns", {Repair::size_grid, "columns", "n"}},
              product, m, rounded_up(k, columns)));
  const auto first = [](long count, const char* what, const char* which) {
    return fmt::format(
        "only the first {} {} are written: the index of the {} lacks blockIdx or has blockIdx.z, which is 0, "
        "or "
        "the grid has 1 block along it",
        count, what, which);
  };
  to.push_back(covered(first(rows, "rows", "row"), product, rows, n));
  to.push_back(covered(first(columns, "columns", "column"), product, m, columns));
  to.push_back(
      covered("only the first block's elements are written: the indices of row and column lack blockIdx, or "
              "the grid has 1 block",
              product, rows, columns));
}

/// Only elements whose place in a block matches `written` are written, with any value.
template <class Written>
Hypothesis scattered(Diagnosis cause, const Product& product, Written written) {
  return {std::move(cause), [product, written](std::size_t row) {
            Row elements;
            for (long column = 0; column < product.n; ++column)
              elements.push_back(written(static_cast<long>(row), column) ? Element{} : Element{untouched});
            return elements;
          }};
}

/// <<<block, grid>>>: the block and the grid are swapped in the launch.
Hypothesis swapped_launch(const Product& product, long tile, long side) {
  const long down = rounded_up(product.m, tile) / tile, across = rounded_up(product.n, tile) / tile;
  return scattered({"grid and block are swapped in the launch: it is kernel<<<grid, block>>>",
                    Repair::swap_grid_and_block},
                   product, [=](long row, long column) {
                     return row % tile % side < down && column % tile % side < across && row / tile < side &&
                            column / tile < side;
                   });
}

}  // namespace

std::vector<Hypothesis> misplaced_results(const Product& product) {
  std::vector<Hypothesis> mistakes;
  add_stores(mistakes, product);
  for (const long rows : {1L, 8L, 16L, 32L, 64L, 128L})
    for (const long columns : {1L, 8L, 16L, 32L, 64L, 128L})
      add_rounded_down(mistakes, product, rows, columns);
  for (const long rows : {8L, 16L, 32L, 64L, 128L})
    for (const long columns : {8L, 16L, 32L, 64L, 128L}) add_wrong_grids(mistakes, product, rows, columns);
  for (const long tile : tile_sizes)
    for (const long side : {8L, 16L, 32L})
      if (side <= tile) mistakes.push_back(swapped_launch(product, tile, side));
  return mistakes;
}

}  // namespace gridmark::oracle
