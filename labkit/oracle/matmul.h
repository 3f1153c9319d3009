#pragma once
#include <span>
#include <vector>

namespace gridmark::oracle {

/// C = A * B in FP64, row-major. a [m,k], b [k,n] → c [m,n].
std::vector<double> matmul(std::span<const float> a, std::span<const float> b, int m, int n, int k);

}  // namespace gridmark::oracle
