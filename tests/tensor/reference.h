#pragma once
// The reference for the kit's answers: scalar arithmetic in double precision, written independently of the
// kit.
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace gridmark::tensor::reference {

using Values = std::vector<double>;

/// a [m,k] times b [k,n].
inline Values matmul(const Values& a, const Values& b, std::size_t m, std::size_t n, std::size_t k) {
  Values c(m * n, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t x = 0; x < k; ++x) c[i * n + j] += a[i * k + x] * b[x * n + j];
  return c;
}

inline Values transposed(const Values& a, std::size_t rows, std::size_t columns) {
  Values result(a.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) result[j * rows + i] = a[i * columns + j];
  return result;
}

inline Values each(const Values& a, const std::function<double(double)>& function) {
  Values result;
  for (const double value : a) result.push_back(function(value));
  return result;
}

inline Values each(const Values& a, const Values& b, const std::function<double(double, double)>& function) {
  Values result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(function(a[i], b[i]));
  return result;
}

inline double sum(const Values& a) {
  double total = 0;
  for (const double value : a) total += value;
  return total;
}

/// The mean of -log(softmax(row)[label]), by the definition.
inline double cross_entropy(const Values& logits, const std::vector<int>& labels, std::size_t classes) {
  double total = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    double exponentials = 0;
    for (std::size_t c = 0; c < classes; ++c) exponentials += std::exp(logits[row * classes + c]);
    total -= std::log(std::exp(logits[row * classes + static_cast<std::size_t>(labels[row])]) / exponentials);
  }
  return total / static_cast<double>(labels.size());
}

/// Different for each element, so that a gradient at a wrong element shows.
inline double weight_of(std::size_t i) { return 0.5 + 0.25 * static_cast<double>(i % 7); }

inline double weighted_sum(const Values& a) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += weight_of(i) * a[i];
  return total;
}

/// The derivative of `function` with respect to each value of each operand, by central differences.
inline std::vector<Values> derivatives(const std::function<double(const std::vector<Values>&)>& function,
                                       std::vector<Values> at) {
  constexpr double step = 1e-5;
  std::vector<Values> result;
  for (Values& operand : at) {
    Values one;
    for (double& value : operand) {
      const double before = value;
      value = before + step;
      const double above = function(at);
      value = before - step;
      const double below = function(at);
      value = before;
      one.push_back((above - below) / (2 * step));
    }
    result.push_back(one);
  }
  return result;
}

}  // namespace gridmark::tensor::reference
