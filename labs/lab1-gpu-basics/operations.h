#pragma once
// What the checker of lab 1 can ask of a submission.
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/exam/arrays.h"

namespace gridmark::lab1 {

enum class Kernel : int { naive, coalesced, tiled, regtile };

constexpr std::string_view name_of(Kernel kernel) {
  constexpr std::string_view names[] = {"matmul_naive", "matmul_coalesced", "matmul_tiled", "matmul_regtile"};
  return names[static_cast<int>(kernel)];
}

/// One product on the device: c = a * b with the named kernel.
struct Matmul {
  static constexpr std::string_view name = "matmul";

  Kernel kernel = Kernel::naive;
  int m = 0, n = 0, k = 0;
  exam::In<float> a;   ///< [m,k]
  exam::In<float> b;   ///< [k,n]
  exam::Out<float> c;  ///< [m,n]

  auto fields() { return std::tie(kernel, m, n, k, a, b, c); }
  std::string subject() const { return std::string(name_of(kernel)); }
  std::string describe() const {
    return subject() + "(m=" + std::to_string(m) + ", n=" + std::to_string(n) + ", k=" + std::to_string(k) +
           ")";
  }
};

}  // namespace gridmark::lab1
