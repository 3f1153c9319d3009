#pragma once
// Tools that the hypotheses about a product share.
#include <functional>
#include <memory>
#include <utility>

#include "labkit/oracle/product_hypotheses.h"

namespace gridmark::oracle {

using repairs::Repair;

/// Tile sides that students choose.
inline constexpr long tile_sizes[] = {8, 16, 32, 64};

inline long rounded_down(long count, long size) { return count / size * size; }
inline long rounded_up(long count, long size) { return (count + size - 1) / size * size; }

/// The operands, with zeros past their edges as in padded tiles.
class Padded {
 public:
  explicit Padded(const Product& product) : of_(product) {}
  double a(long row, long i) const { return inside(row, of_.m, i, of_.k) ? at(of_.a, row * of_.k + i) : 0; }
  double b(long i, long column) const {
    return inside(i, of_.k, column, of_.n) ? at(of_.b, i * of_.n + column) : 0;
  }
  long m() const { return of_.m; }
  long n() const { return of_.n; }
  long k() const { return of_.k; }

 private:
  static bool inside(long row, long rows, long column, long columns) {
    return row >= 0 && row < rows && column >= 0 && column < columns;
  }
  static double at(std::span<const float> values, long index) {
    return static_cast<double>(values[static_cast<std::size_t>(index)]);
  }
  Product of_;
};

/// A mistake that gives `value(operands, row, column)`.
template <class Value>
Hypothesis each_element(Diagnosis cause, const Product& product, Value value) {
  return {std::move(cause), [operands = Padded(product), value](std::size_t row) {
            Row elements;
            for (long column = 0; column < operands.n(); ++column)
              elements.push_back({value(operands, static_cast<long>(row), column)});
            return elements;
          }};
}

/// A mistake that sums `term(operands, row, i, column)` over i below `terms`.
template <class Term>
Hypothesis each_sum(Diagnosis cause, const Product& product, long terms, Term term) {
  return each_element(std::move(cause), product,
                      [terms, term](const Padded& operands, long row, long column) {
                        double sum = 0;
                        for (long i = 0; i < terms; ++i) sum += term(operands, row, i, column);
                        return sum;
                      });
}

/// The right element.
inline double right_element(const Padded& operands, long row, long column) {
  double sum = 0;
  for (long i = 0; i < operands.k(); ++i) sum += operands.a(row, i) * operands.b(i, column);
  return sum;
}

}  // namespace gridmark::oracle
