#pragma once
// Common mistakes of students in kernels for a matrix product.
#include <span>
#include <vector>

#include "labkit/oracle/hypotheses.h"

namespace gridmark::oracle {

/// c [m,n] = a [m,k] * b [k,n], row-major. The operands must outlive the hypotheses.
struct Product {
  std::span<const float> a, b;
  int m, n, k;
};

/// The mistakes, with more special ones first.
std::vector<Hypothesis> product_hypotheses(const Product& product);

/// Parts of the list. Wrong elements in the sum:
std::vector<Hypothesis> mistakes_along_k(const Product& product);
/// Wrong reading of operands:
std::vector<Hypothesis> misread_operands(const Product& product);
/// Wrong product of one tile with another:
std::vector<Hypothesis> misread_tiles(const Product& product);
/// Wrong formats of sums and operands:
std::vector<Hypothesis> formats_of_products(const Product& product);
/// Wrong or missing stores:
std::vector<Hypothesis> misplaced_results(const Product& product);

/// Elements without a thread:
std::vector<Hypothesis> misread_thread_indices(const Product& product);

}  // namespace gridmark::oracle
