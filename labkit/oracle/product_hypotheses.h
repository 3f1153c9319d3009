#pragma once
// What students get wrong in kernels for a product of matrices.
#include <span>
#include <vector>

#include "labkit/oracle/hypotheses.h"

namespace gridmark::oracle {

/// c [m,n] = a [m,k] * b [k,n], row-major. The operands must outlive the hypotheses.
struct Product {
  std::span<const float> a, b;
  int m, n, k;
};

/// The mistakes, more special ones first.
std::vector<Hypothesis> product_hypotheses(const Product& product);

/// Parts of them. Which elements are summed up:
std::vector<Hypothesis> mistakes_along_k(const Product& product);
/// How the operands are read:
std::vector<Hypothesis> misread_operands(const Product& product);
/// How one tile is multiplied with another:
std::vector<Hypothesis> misread_tiles(const Product& product);
/// In which format sums and operands are kept:
std::vector<Hypothesis> formats_of_products(const Product& product);
/// Which elements are written, and where:
std::vector<Hypothesis> misplaced_results(const Product& product);

/// Which elements have a thread:
std::vector<Hypothesis> misread_thread_indices(const Product& product);

}  // namespace gridmark::oracle
