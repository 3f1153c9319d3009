#pragma once
#include "labkit/channel/ask.h"
#include "labkit/inputs/inputs.h"
#include "labkit/oracle/matmul.h"
#include "labs/lab1-gpu-basics/tests/hypotheses.h"

namespace gridmark::lab1 {

struct Shape {
  int m, n, k;
};

/// A product with its inputs, and the judgement of the submission's answer.
struct Call {
  Call(Kernel kernel, Shape shape, const std::vector<float>& a_values, const std::vector<float>& b_values)
      : op{kernel,
           shape.m,
           shape.n,
           shape.k,
           channel::In<float>(a_values),
           channel::In<float>(b_values),
           channel::Out<float>(static_cast<std::size_t>(shape.m) * static_cast<std::size_t>(shape.n))} {}

  /// Runs it in a worker and judges the answer.
  testing::AssertionResult answered_right(Flavour flavour = Flavour::fast) {
    const auto mistake = [this] { return mistake_behind_fault(op.kernel); };
    if (testing::AssertionResult asked = channel::ask(op, flavour, mistake); !asked) return asked;
    return is_right();
  }

  /// Judges the received answer, and looks for the cause if it is wrong.
  testing::AssertionResult is_right() {
    oracle::Comparison seen = judged(op);
    if (seen.equal && op.kept.values()[0] != 1) seen = {false, "a or b has changed: a product only reads them"};
    return channel::judge(op, seen);
  }

  Matmul op;
};

/// A call with values uniform in [low, high).
inline Call random_call(Kernel kernel, Shape shape, float low = -1, float high = 1) {
  static inputs::Inputs inputs;
  const auto size = [](int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  };
  return {kernel, shape, inputs.uniform(size(shape.m, shape.k), low, high),
          inputs.uniform(size(shape.k, shape.n), low, high)};
}

/// Registers `MatmulNaive.<name>` and the same for the other kernels, so that each kernel is one suite.
/// returns  true, for a static initialiser
template <class Body>
bool for_each_kernel(const char* name, Body body) {
  class Case final : public testing::Test {
   public:
    Case(Kernel kernel, Body body) : kernel_(kernel), body_(body) {}
    void TestBody() override { EXPECT_TRUE(body_(kernel_)); }

   private:
    Kernel kernel_;
    Body body_;
  };
  constexpr const char* suites[] = {"MatmulNaive", "MatmulCoalesced", "MatmulTiled", "MatmulRegtile"};
  for (const Kernel kernel : {Kernel::naive, Kernel::coalesced, Kernel::tiled, Kernel::regtile})
    testing::RegisterTest(suites[static_cast<int>(kernel)], name, nullptr, nullptr, __FILE__, __LINE__,
                          [kernel, body]() -> testing::Test* { return new Case(kernel, body); });
  return true;
}

}  // namespace gridmark::lab1
