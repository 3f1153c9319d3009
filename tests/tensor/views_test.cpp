#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class Views : public testing::TestWithParam<Device> {
 protected:
  /// 0, 1, ..., in row order.
  Tensor counting(const Shape& shape) const {
    std::vector<float> values;
    for (std::int64_t i = 0; i < numel(shape); ++i) values.push_back(static_cast<float>(i));
    return Tensor::from(values, shape, DType::f32, GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(In, Views, testing::Values(Device::host(), Device::cuda()),
                         [](const auto& info) { return info.param.is_host() ? "host" : "device"; });

TEST_P(Views, ATransposedMatrixIsTheSameMemoryInAnotherOrder) {
  const Tensor a = counting({2, 3}), b = a.transpose();
  EXPECT_TRUE(b.shares_storage_with(a));
  EXPECT_EQ(b.shape(), (Shape{3, 2}));
  EXPECT_EQ(b.strides(), (Shape{1, 3}));
  EXPECT_FALSE(b.is_contiguous());
  EXPECT_THAT(b.to_vector(), ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST_P(Views, ViewNeverCopiesAndSaysWhereItCannotServe) {
  const Tensor a = counting({2, 6});
  EXPECT_TRUE(a.view({3, 4}).shares_storage_with(a));
  EXPECT_EQ(a.view({3, -1}).shape(), (Shape{3, 4}));
  // Rows with gaps between them can be split, but not joined.
  EXPECT_THAT(a.narrow(1, 0, 4).view({2, 2, 2}).to_vector(), ElementsAre(0, 1, 2, 3, 6, 7, 8, 9));
  EXPECT_THAT([&] { a.transpose().view({12}); },
              ThrowsMessage<ShapeError>(
                  testing::AllOf(HasSubstr("[6, 2]"), HasSubstr("[12]"), HasSubstr("reshape()"))));
  EXPECT_THAT(
      [&] {
        a.view({5, 2});
      },
      ThrowsMessage<ShapeError>(testing::AllOf(HasSubstr("[2, 6]"), HasSubstr("[5, 2]"))));
}

TEST_P(Views, ReshapeCopiesOnlyWhereItMust) {
  const Tensor a = counting({2, 3});
  EXPECT_TRUE(a.reshape({6}).shares_storage_with(a));
  const Tensor b = a.transpose().reshape({6});
  EXPECT_FALSE(b.shares_storage_with(a));
  EXPECT_THAT(b.to_vector(), ElementsAre(0, 3, 1, 4, 2, 5));
}

TEST_P(Views, ContiguousCopiesOnlyWhereItMust) {
  const Tensor a = counting({2, 3});
  EXPECT_TRUE(a.contiguous().shares_storage_with(a));
  EXPECT_TRUE(a.transpose().contiguous().is_contiguous());
  EXPECT_FALSE(a.transpose().contiguous().shares_storage_with(a));
}

TEST_P(Views, AChangeThroughAViewIsAChangeOfTheWhole) {
  Tensor a = counting({3, 2});
  Tensor row = a.row(1);
  row += Tensor::full({2}, 10, DType::f32, GetParam());
  EXPECT_THAT(a.to_vector(), ElementsAre(0, 1, 12, 13, 4, 5));
  Tensor column = a.narrow(1, 0, 1);
  column.fill(7);
  EXPECT_THAT(a.to_vector(), ElementsAre(7, 1, 7, 13, 7, 5));
}

TEST_P(Views, OperationsTakeAnyStrides) {
  const Tensor a = counting({2, 3});
  EXPECT_THAT((a.transpose() + a.transpose()).to_vector(), ElementsAre(0, 6, 2, 8, 4, 10));
  EXPECT_THAT(matmul(a, a.transpose()).to_vector(), ElementsAre(5, 14, 14, 50));
  EXPECT_THAT(sum(a.narrow(1, 1, 2)).item(), 12);
  // A matrix of one column, and one that is a single row of a wider matrix.
  EXPECT_THAT(matmul(a.narrow(1, 2, 1), a.narrow(0, 1, 1)).to_vector(), ElementsAre(6, 8, 10, 15, 20, 25));
}

TEST_P(Views, PartsThatDoNotExistAreRefused) {
  const Tensor a = counting({2, 3});
  EXPECT_THROW(a.row(2), ShapeError);
  EXPECT_THROW(a.row(-1), ShapeError);
  EXPECT_THROW(a.narrow(1, 2, 2), ShapeError);
  EXPECT_THROW(a.size(2), ShapeError);
  EXPECT_EQ(a.size(-1), 3);
}

TEST_P(Views, AScalarHasNoDimensions) {
  const Tensor a = Tensor::full({}, 3, DType::f32, GetParam());
  EXPECT_EQ(a.item(), 3);
  EXPECT_EQ(a.view({1, 1}).shape(), (Shape{1, 1}));
  EXPECT_THROW(counting({2}).item(), ShapeError);
}

TEST_P(Views, NothingIsATensorToo) {
  const Tensor none = counting({0, 3});
  EXPECT_EQ(none.numel(), 0);
  EXPECT_THAT(none.to_vector(), ElementsAre());
  EXPECT_EQ(sum(none).item(), 0);
  EXPECT_THAT(matmul(counting({2, 0}), counting({0, 1})).to_vector(), ElementsAre(0, 0));
}

TEST_P(Views, HalfPrecisionRoundsToNearestAndOverflowsToInfinity) {
  const Tensor a = Tensor::from({1, 0.1f, 65504, 65536, -1e9f, 1e-9f}, {6}, DType::f16, GetParam());
  EXPECT_EQ(a.bytes(), 12u);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(a.to_vector(), ElementsAre(1, 0.0999755859375f, 65504, infinity, -infinity, 0));
}

TEST_P(Views, NaNStaysNaN) {
  const Tensor a = Tensor::from({std::nanf("")}, {1}, DType::f32, GetParam());
  EXPECT_TRUE(std::isnan(relu(a).item()));
  EXPECT_TRUE(std::isnan(sum(a).item()));
}

TEST(Places, OperandsOnDifferentDevicesAreRefusedWithBothNames) {
  const Tensor here = Tensor::zeros({2, 2}), there = here.to(Device::cuda());
  const auto mismatch = ThrowsMessage<DeviceMismatchError>(
      testing::AllOf(HasSubstr("device mismatch"), HasSubstr("host"), HasSubstr("device 0")));
  EXPECT_THAT([&] { here + there; }, mismatch);
  EXPECT_THAT([&] { matmul(there, here); }, mismatch);
  EXPECT_THAT([&] { add_bias(there, here.row(0)); }, mismatch);
  EXPECT_THAT([&] { mse_loss(there, here); }, mismatch);
  EXPECT_THAT([&] { cross_entropy(there, Tensor::labels({0, 1})); }, mismatch);
  Tensor changed = there.clone();
  EXPECT_THAT([&] { changed += here; }, mismatch);
  EXPECT_THAT([&] { Tensor::zeros({1}, DType::f32, Device::cuda(99)); },
              ThrowsMessage<DeviceError>(HasSubstr("device 99")));
}

TEST(Types, OperandsOfDifferentTypesAreRefusedWithBothNames) {
  const Tensor a = Tensor::zeros({2, 2}), b = a.to(DType::f16);
  const auto mismatch = ThrowsMessage<DTypeError>(testing::AllOf(HasSubstr("f32"), HasSubstr("f16")));
  EXPECT_THAT([&] { a + b; }, mismatch);
  EXPECT_THAT([&] { matmul(a, b); }, mismatch);
  EXPECT_THROW(cross_entropy(a, a.row(0)), DTypeError);
  EXPECT_THROW(Tensor::labels({1}) + Tensor::labels({2}), DTypeError);
  EXPECT_THROW(matmul(b, b.to(DType::bf16)), DTypeError);
}

TEST(Shapes, ThatDoNotFitAreNamed) {
  const Tensor a = Tensor::zeros({2, 3});
  EXPECT_THAT([&] { matmul(a, a); }, ThrowsMessage<ShapeError>(HasSubstr("[2, 3] times [2, 3]")));
  EXPECT_THROW(a + a.transpose(), ShapeError);
  EXPECT_THROW(add_bias(a, Tensor::zeros({2})), ShapeError);
  EXPECT_THAT([&] { linear(a, a.transpose(), Tensor()); },
              ThrowsMessage<ShapeError>(testing::AllOf(HasSubstr("[2, 3]"), HasSubstr("[out, in]"))));
  const Tensor batch = Tensor::zeros({2, 3, 4});
  EXPECT_THROW(matmul(batch, batch), ShapeError);
  EXPECT_THROW(matmul(batch, a.transpose()), ShapeError);
  EXPECT_THROW(matmul(batch, Tensor::zeros({3, 4, 2})), ShapeError);
  EXPECT_THROW(layer_norm(a, Tensor::zeros({2}), Tensor::zeros({3})), ShapeError);
  EXPECT_THROW(attention(a, a, Tensor::zeros({3, 3})), ShapeError);
  EXPECT_THROW(causal_mask(a.row(0)), ShapeError);
  EXPECT_THROW(softmax(Tensor::zeros({})), ShapeError);
  EXPECT_THROW(embedding(a, a), DTypeError);
  const Tensor images = Tensor::zeros({1, 2, 3, 3});
  EXPECT_THROW(conv2d(images, Tensor::zeros({1, 1, 2, 2}), Tensor::zeros({1})), ShapeError);
  EXPECT_THROW(conv2d(images, Tensor::zeros({1, 2, 4, 4}), Tensor::zeros({1})), ShapeError);
  EXPECT_THROW(cross_entropy(a, Tensor::labels({1})), ShapeError);
  EXPECT_THROW(Tensor::from({1, 2}, {3}), ShapeError);
  EXPECT_THROW(Tensor::zeros({-1}), ShapeError);
  EXPECT_THROW(Tensor().shape(), Error);
}

}  // namespace
}  // namespace gridmark::tensor
