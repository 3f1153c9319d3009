// Every operation's value and gradients against double precision, on both places and in both types.
#include <gtest/gtest.h>

#include "labkit/tensor/tensor.h"
#include "tests/tensor/reference.h"

namespace gridmark::tensor {
namespace {

using reference::Values;
using Tensors = std::vector<Tensor>;

/// An operation on tensors, followed by what makes a scalar of it, and the same in double precision.
struct Case {
  const char* name;
  std::vector<Shape> operands;
  std::function<Tensor(const Tensors&)> kit;
  std::function<double(const std::vector<Values>&)> scalar;
};

void PrintTo(const Case& one, std::ostream* stream) { *stream << one.name; }

/// The sum of the elements with weights that differ.
Tensor weighted_sum(const Tensor& x) {
  std::vector<float> weights;
  for (std::int64_t i = 0; i < x.numel(); ++i)
    weights.push_back(static_cast<float>(reference::weight_of(static_cast<std::size_t>(i))));
  return sum(x * Tensor::from(weights, x.shape(), x.dtype(), x.place()));
}

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }

const Case cases[] = {
    {"add",
     {{2, 3}, {2, 3}},
     [](const Tensors& x) { return weighted_sum(x[0] + x[1]); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[1], std::plus<>())); }},
    {"subtract",
     {{2, 3}, {2, 3}},
     [](const Tensors& x) { return weighted_sum(x[0] - x[1]); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[1], std::minus<>())); }},
    {"multiply",
     {{2, 3}, {2, 3}},
     [](const Tensors& x) { return weighted_sum(x[0] * x[1]); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[1], std::multiplies<>())); }},
    {"scale",
     {{5}},
     [](const Tensors& x) { return weighted_sum(-1.5f * x[0]); },
     [](const auto& x) { return -1.5 * reference::weighted_sum(x[0]); }},
    {"matmul",
     {{3, 4}, {4, 2}},
     [](const Tensors& x) { return weighted_sum(matmul(x[0], x[1])); },
     [](const auto& x) { return reference::weighted_sum(reference::matmul(x[0], x[1], 3, 2, 4)); }},
    {"matmul_of_transposed",
     {{4, 3}, {2, 4}},
     [](const Tensors& x) { return weighted_sum(matmul(x[0].transpose(), x[1].transpose())); },
     [](const auto& x) {
       return reference::weighted_sum(
           reference::matmul(reference::transposed(x[0], 4, 3), reference::transposed(x[1], 2, 4), 3, 2, 4));
     }},
    {"matmul_of_narrow",
     {{3, 6}, {4, 2}},
     [](const Tensors& x) { return weighted_sum(matmul(x[0].narrow(1, 1, 4), x[1])); },
     [](const auto& x) {
       Values part;
       for (std::size_t row = 0; row < 3; ++row)
         for (std::size_t column = 1; column < 5; ++column) part.push_back(x[0][row * 6 + column]);
       return reference::weighted_sum(reference::matmul(part, x[1], 3, 2, 4));
     }},
    {"add_bias",
     {{3, 2}, {2}},
     [](const Tensors& x) { return weighted_sum(add_bias(x[0], x[1])); },
     [](const auto& x) {
       Values y = x[0];
       for (std::size_t i = 0; i < y.size(); ++i) y[i] += x[1][i % 2];
       return reference::weighted_sum(y);
     }},
    {"relu",
     {{7}},
     [](const Tensors& x) { return weighted_sum(relu(x[0])); },
     [](const auto& x) {
       return reference::weighted_sum(reference::each(x[0], [](double v) { return v > 0 ? v : 0; }));
     }},
    {"sigmoid",
     {{7}},
     [](const Tensors& x) { return weighted_sum(sigmoid(x[0])); },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], sigmoid_of)); }},
    {"tanh",
     {{7}},
     [](const Tensors& x) { return weighted_sum(tanh(x[0])); },
     [](const auto& x) {
       return reference::weighted_sum(reference::each(x[0], [](double v) { return std::tanh(v); }));
     }},
    {"sum",
     {{3, 5}},
     [](const Tensors& x) { return sum(x[0]); },
     [](const auto& x) { return reference::sum(x[0]); }},
    {"mean",
     {{3, 5}},
     [](const Tensors& x) { return mean(x[0] * x[0]); },
     [](const auto& x) { return reference::sum(reference::each(x[0], x[0], std::multiplies<>())) / 15; }},
    {"mse_loss",
     {{3, 2}},
     [](const Tensors& x) {
       return mse_loss(x[0], Tensor::full({3, 2}, 0.25f, x[0].dtype(), x[0].place()));
     },
     [](const auto& x) {
       return reference::sum(reference::each(x[0], [](double v) { return (v - 0.25) * (v - 0.25); })) / 6;
     }},
    {"cross_entropy",
     {{3, 4}},
     [](const Tensors& x) {
       return cross_entropy(x[0], Tensor::labels({2, 0, 3}, x[0].place()));
     },
     [](const auto& x) {
       return reference::cross_entropy(x[0], {2, 0, 3}, 4);
     }},
    {"views",
     {{3, 4}},
     [](const Tensors& x) {
       return weighted_sum(x[0].transpose().reshape({2, 6}).narrow(1, 1, 4).contiguous().view({-1}));
     },
     [](const auto& x) {
       const Values y = reference::transposed(x[0], 3, 4);
       return reference::weighted_sum({y[1], y[2], y[3], y[4], y[7], y[8], y[9], y[10]});
     }},
    {"row",
     {{3, 4}},
     [](const Tensors& x) { return weighted_sum(x[0].row(1) * x[0].row(2)); },
     [](const auto& x) {
       double total = 0;
       for (std::size_t i = 0; i < 4; ++i) total += reference::weight_of(i) * x[0][4 + i] * x[0][8 + i];
       return total;
     }},
    {"used_twice",
     {{4}},
     [](const Tensors& x) { return weighted_sum(sigmoid(x[0]) * x[0] + x[0]); },
     [](const auto& x) {
       return reference::weighted_sum(reference::each(x[0], [](double v) { return sigmoid_of(v) * v + v; }));
     }},
    {"in_place",
     {{4}, {4}},
     [](const Tensors& x) {
       Tensor y = x[0].clone();
       y += x[1];
       y *= 3;
       y -= x[0];
       return weighted_sum(y);
     },
     [](const auto& x) {
       return reference::weighted_sum(
           reference::each(x[0], x[1], [](double a, double b) { return (a + b) * 3 - a; }));
     }},
    {"copy_from",
     {{4}},
     [](const Tensors& x) {
       Tensor y = Tensor::zeros({4}, x[0].dtype(), x[0].place());
       y.copy_from(x[0]);
       return weighted_sum(y * x[0]);
     },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[0], std::multiplies<>())); }},
    {"conversions",
     {{4}},
     [](const Tensors& x) {
       const Tensor there = x[0].to(Place::device()).to(DType::f32).to(Place::host());
       return weighted_sum(there * there);
     },
     [](const auto& x) { return reference::weighted_sum(reference::each(x[0], x[0], std::multiplies<>())); }},
};

class Gradients : public testing::TestWithParam<Case> {
 protected:
  /// Operands with values that both types have exactly: sixteenths, none of them 0.
  static std::vector<Values> values_for(const Case& one) {
    Generator generator(7);
    std::vector<Values> all;
    for (const Shape& shape : one.operands) {
      Values values;
      for (std::int64_t i = 0; i < numel(shape); ++i)
        values.push_back((static_cast<double>(generator.bits() % 16) * 2 + 1 - 16) / 16);
      all.push_back(values);
    }
    return all;
  }

  /// Differences are allowed up to `tolerance` times the greatest gradient or 1.
  static void check(const Case& one, Place place, DType dtype, double tolerance) {
    const std::vector<Values> values = values_for(one);
    Tensors operands;
    for (std::size_t i = 0; i < values.size(); ++i)
      operands.push_back(Tensor::from({values[i].begin(), values[i].end()}, one.operands[i], dtype, place)
                             .set_requires_grad());
    const Tensor result = one.kit(operands);
    const double expected_value = one.scalar(values);
    EXPECT_NEAR(result.item(), expected_value, tolerance * std::max(1.0, std::abs(expected_value)));
    result.backward();
    const std::vector<Values> expected = reference::derivatives(one.scalar, values);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      ASSERT_TRUE(operands[i].grad().defined()) << "operand " << i;
      EXPECT_EQ(operands[i].grad().shape(), one.operands[i]);
      EXPECT_EQ(operands[i].grad().dtype(), dtype);
      const std::vector<float> found = operands[i].grad().to_vector();
      for (std::size_t j = 0; j < found.size(); ++j)
        EXPECT_NEAR(found[j], expected[i][j], tolerance * std::max(1.0, std::abs(expected[i][j])))
            << "element " << j << " of operand " << i;
    }
  }
};

// 1e-6: the rounding of f32 and that of the differences (1e-5 squared, and 1e-16 / 1e-5).
TEST_P(Gradients, OnTheDeviceAgreeWithDifferences) { check(GetParam(), Place::device(), DType::f32, 2e-6); }
TEST_P(Gradients, OnTheHostAgreeWithDifferences) { check(GetParam(), Place::host(), DType::f32, 2e-6); }
// f16 has a unit roundoff of 4.9e-4; a few roundings follow each other.
TEST_P(Gradients, InHalfPrecisionAgreeWithDifferences) {
  check(GetParam(), Place::device(), DType::f16, 3e-3);
}

INSTANTIATE_TEST_SUITE_P(Of, Gradients, testing::ValuesIn(cases),
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
