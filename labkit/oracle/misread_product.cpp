#include "labkit/oracle/misread_product.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

namespace gridmark::oracle {
namespace {

/// How far apart neighbours in a column (`row`) and in a row (`column`) of a matrix lie.
struct Strides {
  int row, column;
  friend bool operator==(const Strides&, const Strides&) = default;
};

/// One way to read both operands.
struct Reading {
  Strides a, b;
};

/// An element of c as `reading` has it, and the sum of its terms' sizes; nothing where that leaves an
/// operand.
struct Element {
  double value = 0;
  double size = 0;
};
std::optional<Element> element(const Product& product, const Reading& reading, int row, int column) {
  const auto last = static_cast<std::ptrdiff_t>(product.k) - 1;
  const auto a = static_cast<std::ptrdiff_t>(row) * reading.a.row;
  const auto b = static_cast<std::ptrdiff_t>(column) * reading.b.column;
  if (a + last * reading.a.column >= std::ssize(product.a)) return std::nullopt;
  if (b + last * reading.b.row >= std::ssize(product.b)) return std::nullopt;
  Element sum;
  for (std::ptrdiff_t i = 0; i <= last; ++i) {
    const double term = static_cast<double>(product.a[static_cast<std::size_t>(a + i * reading.a.column)]) *
                        product.b[static_cast<std::size_t>(b + i * reading.b.row)];
    sum.value += term;
    sum.size += std::abs(term);
  }
  return sum;
}

/// Half of the elements at least can be told, and all of these agree.
bool explains(const Product& product, const Reading& reading) {
  constexpr double rounding = 1e-5;  // of FP32 over some thousand terms, with room
  std::size_t told = 0;
  for (int row = 0; row < product.m; ++row)
    for (int column = 0; column < product.n; ++column) {
      const auto expected = element(product, reading, row, column);
      if (!expected) continue;
      const double got = product.c[static_cast<std::size_t>(row) * static_cast<std::size_t>(product.n) +
                                   static_cast<std::size_t>(column)];
      if (!(std::abs(got - expected->value) <= rounding * expected->size)) return false;
      ++told;
    }
  return 2 * told >= product.c.size();
}

std::string rows_apart(const char* name, int taken, int right) {
  constexpr const char* message =
      "it is what comes of rows of {0} that are {1} elements apart, and they are {2} apart: look at the "
      "index "
      "of {0}";
  return fmt::format(message, name, taken, right);
}

std::string transposed(const char* name) {
  return fmt::format(
      "it is what comes of the transpose of {0}: row and column are swapped in the index of {0}", name);
}

struct Guess {
  Reading reading;
  std::string message;
};

/// `with(strides)` is the right reading but for one operand, whose rows are `length` apart.
template <class With>
void add_guesses(std::vector<Guess>& guesses, const Product& product, const char* name, int length,
                 const With& with) {
  const Strides right{length, 1};
  for (const int taken : {product.m, product.n, product.k}) {
    if (taken == length) continue;
    guesses.push_back({with(Strides{taken, 1}), rows_apart(name, taken, length)});
  }
  for (const int taken : {product.m, product.n, product.k})
    if (const Strides swapped{1, taken}; swapped != right)
      guesses.push_back({with(swapped), transposed(name)});
}

}  // namespace

std::string misread_operand(const Product& product) {
  if (product.c.size() != static_cast<std::size_t>(product.m) * static_cast<std::size_t>(product.n))
    return "";
  const Strides a{product.k, 1}, b{product.n, 1};
  std::vector<Guess> guesses;
  add_guesses(guesses, product, "a", product.k, [&](const Strides& read) { return Reading{read, b}; });
  add_guesses(guesses, product, "b", product.n, [&](const Strides& read) { return Reading{a, read}; });
  for (const Guess& guess : guesses)
    if (explains(product, guess.reading)) return guess.message;
  return "";
}

}  // namespace gridmark::oracle
