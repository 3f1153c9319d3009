#pragma once
#include <vector>

#include "labkit/channel/ask.h"
#include "labkit/inputs/inputs.h"
#include "labs/example-lab/operations.h"

namespace gridmark::lab_example_lab {

/// Relative RMSE against FP64. One rounded multiplication and addition of values of one sign are off by 1e-7;
/// numbers of half precision by 2e-4, so FP16 does not pass.
inline constexpr double tolerance = 1e-5;

/// A call with these inputs, and whether the submission gets it right.
struct Call {
  Call(float a, const std::vector<float>& x, const std::vector<float>& y)
      : op{a, static_cast<int>(x.size()), channel::In<float>(x), channel::In<float>(y), channel::Out<float>(x.size())} {}

  /// Runs it in a worker and judges the answer.
  testing::AssertionResult answered_right(Flavour flavour = Flavour::fast) {
    if (testing::AssertionResult asked = channel::ask(op, flavour); !asked) return asked;
    std::vector<double> expected(op.x.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] = static_cast<double>(op.a) * op.x.values()[i] + op.y.values()[i];
    return channel::judge(op, oracle::compare_relative_rmse(op.out.values(), expected, tolerance, {"out", op.x.size()}));
  }

  Saxpy op;
};

/// A call with n values in [low, high). Those of one sign keep a sum from cancelling, which no tolerance
/// could allow for.
inline Call random_call(int n, float low = 0.5f, float high = 1.5f) {
  static inputs::Inputs inputs;
  const auto size = static_cast<std::size_t>(n);
  return {1.75f, inputs.uniform(size, low, high), inputs.uniform(size, low, high)};
}

}  // namespace gridmark::lab_example_lab
