// Operands that are read at the wrong place.
#include <fmt/format.h>

#include <utility>

#include "labkit/oracle/product_rows.h"

namespace gridmark::oracle {
namespace {

/// The distance between neighbours in a column (`row`) and in a row (`column`) of a matrix, and the index
/// that is used as the first element.
struct Layout {
  long row, column, first = 0;
};

/// The element at that place, or nothing past the ends.
const float* element_at(std::span<const float> values, const Layout& layout, long row, long column) {
  const long index = row * layout.row + column * layout.column + layout.first;
  return index >= 0 && index < std::ssize(values) ? &values[static_cast<std::size_t>(index)] : nullptr;
}

/// The sum under these layouts. No value if it reads outside an operand.
Element read_as(const Product& product, const Layout& a, const Layout& b, long row, long column) {
  double sum = 0;
  for (long i = 0; i < product.k; ++i) {
    const float *left = element_at(product.a, a, row, i), *right = element_at(product.b, b, i, column);
    if (left == nullptr || right == nullptr) return {};
    sum += static_cast<double>(*left) * static_cast<double>(*right);
  }
  return {sum};
}

Hypothesis misread(Diagnosis cause, const Product& product, const Layout& a, const Layout& b) {
  return {std::move(cause), [=](std::size_t row) {
            Row elements;
            for (long column = 0; column < product.n; ++column)
              elements.push_back(read_as(product, a, b, static_cast<long>(row), column));
            return elements;
          }};
}

/// A size of the product, with its name in the handout.
struct Size {
  const char* name;
  long count;
};

Diagnosis rows_apart(const char* name, const Size& taken, const Size& right) {
  const std::string words = fmt::format(
      "rows of {0} are taken to be {1} = {2} elements apart, and they are {3} = {4} apart: look at the index "
      "of {0}",
      name, taken.name, taken.count, right.name, right.count);
  return {words, {Repair::set_row_length, name, right.name}};
}

Diagnosis transposed(const char* name, const Size& right) {
  return {fmt::format("the transpose of {0} is read: row and column are swapped in the index of {0}", name),
          {Repair::transpose_index, name, right.name}};
}

std::string shifted(const char* name, long by) {
  return fmt::format("the index of {} is {} element too {}", name, 1, by > 0 ? "large" : "small");
}

/// `with(cause, layout)` is the mistake of reading this operand with that layout.
template <class With>
void add_layouts(std::vector<Hypothesis>& to, const Product& product, const char* name, const Size& length,
                 With with) {
  const Size sizes[] = {{"m", product.m}, {"n", product.n}, {"k", product.k}};
  for (const Size& taken : sizes) to.push_back(with(rows_apart(name, taken, length), {taken.count, 1}));
  for (const Size& taken : sizes) to.push_back(with(transposed(name, length), {1, taken.count}));
  for (const long by : {1, -1}) to.push_back(with(shifted(name, by), {length.count, 1, by}));
}

/// b[row][i] * a[i][column], with these sizes as row distances of the operands.
Hypothesis swapped_operands(const Product& product, long b_apart, long a_apart) {
  return {
      {"a and b are swapped: the row comes from a, the column from b, as in a[row * k + i] * b[i * n + col]",
       Repair::swap_operands},
      [=](std::size_t row) {
        Product swapped = product;
        std::swap(swapped.a, swapped.b);
        Row elements;
        for (long column = 0; column < product.n; ++column)
          elements.push_back(read_as(swapped, {b_apart, 1}, {a_apart, 1}, static_cast<long>(row), column));
        return elements;
      }};
}

/// The index of a row or a column uses only the place within the block and lacks the block's number.
void add_blockless(std::vector<Hypothesis>& to, const Product& product, long tile) {
  const auto cause = [tile](const char* name, const char* what) {
    return fmt::format(
        "all blocks read the first {1} {2} of {0}: the index of {0} lacks the number of the block", name,
        tile, what);
  };
  to.push_back(each_sum(cause("a", "rows"), product, product.k,
                        [tile](const Padded& of, long row, long i, long column) {
                          return of.a(row % tile, i) * of.b(i, column);
                        }));
  to.push_back(each_sum(cause("b", "columns"), product, product.k,
                        [tile](const Padded& of, long row, long i, long column) {
                          return of.a(row, i) * of.b(i, column % tile);
                        }));
}

}  // namespace

std::vector<Hypothesis> misread_operands(const Product& product) {
  std::vector<Hypothesis> mistakes;
  const Layout a{product.k, 1}, b{product.n, 1};
  add_layouts(mistakes, product, "a", {"k", product.k},
              [&](Diagnosis cause, Layout read) { return misread(std::move(cause), product, read, b); });
  add_layouts(mistakes, product, "b", {"n", product.n},
              [&](Diagnosis cause, Layout read) { return misread(std::move(cause), product, a, read); });
  for (const long b_apart : {product.m, product.n, product.k})
    for (const long a_apart : {product.m, product.n, product.k})
      mistakes.push_back(swapped_operands(product, b_apart, a_apart));
  for (const long tile : tile_sizes) add_blockless(mistakes, product, tile);
  return mistakes;
}

}  // namespace gridmark::oracle
