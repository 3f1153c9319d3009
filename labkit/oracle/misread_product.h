#pragma once
// Why a product of matrices is wrong, where its operands tell.
#include <span>
#include <string>

namespace gridmark::oracle {

/// a [m,k] and b [k,n], row-major, and what a student makes of them: c [m,n].
struct Product {
  std::span<const float> a, b, c;
  int m, n, k;
};

/// The end of a message about c, where it is what comes of reading one operand with rows of another length,
/// or as its transpose: "it is what comes of rows of b that are 13 elements apart; they are 31 apart". Else
/// "".
std::string misread_operand(const Product& product);

}  // namespace gridmark::oracle
