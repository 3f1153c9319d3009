#pragma once
// What the checker of this lab can ask of a submission.
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"

namespace gridmark::lab_example_lab {

/// One call on the device: out = a * x + y.
struct Saxpy {
  static constexpr std::string_view name = "saxpy";

  float a = 0;
  int n = 0;
  channel::In<float> x, y;  ///< [n]
  channel::Out<float> out;  ///< [n]

  auto fields() { return std::tie(a, n, x, y, out); }
  std::string subject() const { return "saxpy"; }
  std::string describe() const { return "saxpy(n=" + std::to_string(n) + ")"; }
};

}  // namespace gridmark::lab_example_lab
