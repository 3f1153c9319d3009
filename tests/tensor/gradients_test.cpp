// Every operation's value and gradients, compared with double precision on host and device in each type.
#include <gtest/gtest.h>

#include "tests/tensor/gradient_cases.h"

namespace gridmark::tensor {

void PrintTo(const Case& one, std::ostream* stream) { *stream << one.name; }

namespace {

class Gradients : public testing::TestWithParam<Case> {
 protected:
  static void check(Device device, DType dtype, double tolerance) {
    const Deviation found = deviation_of(GetParam(), device, dtype);
    EXPECT_LE(found.value, tolerance);
    EXPECT_LE(found.gradient, tolerance);
  }
};

// 2e-6 covers the rounding of f32 and that of the differences (1e-5 squared, and 1e-16 / 1e-5).
TEST_P(Gradients, OnTheDeviceAgreeWithDifferences) { check(Device::cuda(), DType::f32, 2e-6); }
TEST_P(Gradients, OnTheHostAgreeWithDifferences) { check(Device::host(), DType::f32, 2e-6); }
// f16 has a unit roundoff of 4.9e-4, bf16 one of 3.9e-3. There are a few roundings in sequence.
TEST_P(Gradients, InF16AgreeWithDifferences) { check(Device::cuda(), DType::f16, 3e-3); }
TEST_P(Gradients, InBf16AgreeWithDifferences) { check(Device::cuda(), DType::bf16, 2.4e-2); }

INSTANTIATE_TEST_SUITE_P(Of, Gradients, testing::ValuesIn(all_cases()),
                         [](const auto& info) { return info.param.name; });

TEST(Gradient, IsSummedOverBackwardPassesUntilItIsReleased) {
  Tensor x = Tensor::from({1, 2}, {2}).set_requires_grad();
  for (int pass = 0; pass < 2; ++pass) sum(x * x).backward();
  EXPECT_EQ(x.grad().to_vector(), (std::vector<float>{4, 8}));
  x.zero_grad();
  EXPECT_FALSE(x.grad().defined());
}

TEST(Gradient, OfOneLeafIsNotAnothersMemory) {
  Tensor a = Tensor::from({1, 2}, {2}).set_requires_grad(), b = Tensor::from({3, 4}, {2}).set_requires_grad();
  sum(a + b).backward();
  EXPECT_FALSE(a.grad().shares_storage_with(b.grad()));
}

TEST(CrossEntropy, IsFiniteForLogitsWhoseExponentialIsNot) {
  const Tensor loss = cross_entropy(Tensor::from({1000, 0, -1000, 88}, {2, 2}), Tensor::labels({1, 0}));
  EXPECT_FLOAT_EQ(loss.item(), (1000.0f + 1088.0f) / 2);
}

TEST(CrossEntropy, OfALabelThatIsNoClassIsNotANumber) {
  for (const int label : {-1, 2})
    EXPECT_TRUE(std::isnan(cross_entropy(Tensor::from({1, 2}, {1, 2}), Tensor::labels({label})).item()));
}

}  // namespace
}  // namespace gridmark::tensor
