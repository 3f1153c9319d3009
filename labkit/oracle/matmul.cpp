#include "labkit/oracle/matmul.h"

#include <cstddef>

namespace gridmark::oracle {

std::vector<double> matmul(std::span<const float> a, std::span<const float> b, int m, int n, int k) {
  const auto columns = static_cast<std::size_t>(n), depth = static_cast<std::size_t>(k);
  std::vector<double> c(static_cast<std::size_t>(m) * columns, 0.0);
  for (std::size_t row = 0; row < static_cast<std::size_t>(m); ++row)
    for (std::size_t i = 0; i < depth; ++i) {
      const double scale = a[row * depth + i];
      for (std::size_t column = 0; column < columns; ++column)
        c[row * columns + column] += scale * b[i * columns + column];
    }
  return c;
}

}  // namespace gridmark::oracle
