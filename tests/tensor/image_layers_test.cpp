#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::ThrowsMessage;

Tensor on_device(const std::vector<float>& values, const Shape& shape) {
  return Tensor::from(values, shape, DType::f32, Device::cuda());
}

TEST(MaxPool2dLayer, TakesTheGreatestOfEachWindowAndLeavesTheEdgeOut) {
  const Tensor x = on_device({-1, -2, -9, -3, -4, -9, -9, -9, 7}, {1, 1, 3, 3});
  EXPECT_THAT(MaxPool2d(2).forward(x).to_vector(), ElementsAre(-1));
  EXPECT_THAT(MaxPool2d(2, 1).forward(x).to_vector(), ElementsAre(-1, -2, -3, 7));
  EXPECT_EQ(MaxPool2d(3).forward(x).shape(), (Shape{1, 1, 1, 1}));
}

TEST(MaxPool2dLayer, SendsTheGradientToTheFirstOfThoseThatAreEqual) {
  Tensor x = on_device({5, 5, 5, 5}, {1, 1, 2, 2}).set_requires_grad();
  sum(max_pool2d(x, 2, 2) * 3).backward();
  EXPECT_THAT(x.grad().to_vector(), ElementsAre(3, 0, 0, 0));
}

TEST(MaxPool2dLayer, SumsTheGradientsOfWindowsThatOverlap) {
  Tensor x = on_device({0, 0, 0, 0, 9, 0, 0, 0, 0}, {1, 1, 3, 3}).set_requires_grad();
  sum(max_pool2d(x, 2, 1)).backward();
  EXPECT_THAT(x.grad().to_vector(), ElementsAre(0, 0, 0, 0, 4, 0, 0, 0, 0));
}

TEST(MaxPool2dLayer, KeepsWhatIsNotANumber) {
  for (const std::vector<float>& values : {std::vector<float>{NAN, 1, 2, 3}, {3, 2, 1, NAN}}) {
    EXPECT_TRUE(std::isnan(max_pool2d(on_device(values, {1, 1, 2, 2}), 2, 2).item()));
  }
  EXPECT_EQ(max_pool2d(on_device(std::vector<float>(4, -INFINITY), {1, 1, 2, 2}), 2, 2).item(), -INFINITY);
}

TEST(MaxPool2dLayer, TakesATransposedImage) {
  const Tensor x = on_device({1, 2, 3, 4, 5, 6, 7, 8}, {1, 1, 2, 4});
  EXPECT_THAT(max_pool2d(x.transpose(), 2, 2).to_vector(), ElementsAre(6, 8));
}

TEST(MaxPool2dLayer, RefusesWindowsThatDoNotFit) {
  EXPECT_THAT(
      [] {
        max_pool2d(Tensor::zeros({1, 1, 2, 4}), 3, 1);
      },
      ThrowsMessage<ShapeError>(HasSubstr("windows of 3 x 3 with stride 1 do not fit [1, 1, 2, 4]")));
  EXPECT_THROW(max_pool2d(Tensor::zeros({1, 1, 4, 4}), 0, 1), ShapeError);
  EXPECT_THROW(max_pool2d(Tensor::zeros({1, 1, 4, 4}), 2, 0), ShapeError);
  EXPECT_THAT(
      [] {
        max_pool2d(Tensor::zeros({4, 4}), 2, 2);
      },
      ThrowsMessage<ShapeError>(HasSubstr("expected [batch, channels, height, width]")));
}

TEST(BatchNormLayer, GivesEachChannelMeanZeroAndVarianceOneInTraining) {
  BatchNorm norm(2);
  norm.to(Device::cuda());
  const Tensor y = norm.forward(on_device({1, 10, 3, 30}, {2, 2}));
  EXPECT_THAT(y.to_vector(), ElementsAre(FloatNear(-1, 1e-5f), FloatNear(-1, 1e-5f), FloatNear(1, 1e-5f),
                                         FloatNear(1, 1e-5f)));
}

// Channel 0 has the values 1, 3: mean 2, variance over n - 1: 2. Channel 1 has ten times these values.
TEST(BatchNormLayer, FollowsMeanAndUnbiasedVarianceByItsMomentum) {
  BatchNorm norm(2, 0.25f);
  norm.to(Device::cuda());
  const Tensor mean = norm.buffers()[0], variance = norm.buffers()[1];
  const Tensor x = on_device({1, 10, 3, 30}, {2, 2});
  norm.forward(x);
  EXPECT_THAT(mean.to_vector(), ElementsAre(0.5f, 5));
  EXPECT_THAT(variance.to_vector(), ElementsAre(0.75f + 0.5f, 0.75f + 50));
  norm.forward(x);
  EXPECT_THAT(mean.to_vector(), ElementsAre(0.875f, 8.75f)) << "0.75 * 0.5 + 0.25 * 2";
}

TEST(BatchNormLayer, UsesTheRunningMomentsAndLeavesThemWhereNothingTrains) {
  Sequential net(std::make_shared<BatchNorm>(1));
  Tensor mean = net.buffers()[0], variance = net.buffers()[1];
  mean.fill(3);
  variance.fill(4);
  net.train(false);
  EXPECT_THAT(net.forward(Tensor::from({5}, {1, 1})).to_vector(), ElementsAre(FloatNear(1, 1e-5f)))
      << "one row is enough";
  EXPECT_EQ(mean.item(), 3);
  EXPECT_EQ(variance.item(), 4);
  net.train(true);
  net.forward(Tensor::from({5, 7}, {2, 1}));
  EXPECT_NE(mean.item(), 3);
}

TEST(BatchNormLayer, HasAGradientThatDoesNotDependOnLaterChangesOfTheRunningMoments) {
  BatchNorm norm(1);
  norm.train(false);
  Tensor x = Tensor::from({5}, {1, 1}).set_requires_grad();
  const Tensor loss = sum(norm.forward(x));
  norm.running_variance.fill(100);
  loss.backward();
  EXPECT_NEAR(x.grad().item(), 1, 1e-4);
}

TEST(BatchNormLayer, KeepsItsBuffersInF32) {
  BatchNorm norm(1);
  norm.to(DType::f16);
  EXPECT_EQ(norm.forward(Tensor::from({1, 3}, {2, 1}, DType::f16)).dtype(), DType::f16);
  EXPECT_EQ(norm.running_mean.dtype(), DType::f32);
  EXPECT_FLOAT_EQ(norm.running_mean.item(), 0.2f);
}

TEST(BatchNormLayer, RefusesWhatItCannotNormalize) {
  BatchNorm norm(3);
  EXPECT_THAT(
      [&] {
        norm.forward(Tensor::zeros({1, 3}));
      },
      ThrowsMessage<ShapeError>(HasSubstr("has 1 values in a channel, which have no variance")));
  EXPECT_THAT(
      [&] {
        norm.forward(Tensor::zeros({4, 2}));
      },
      ThrowsMessage<ShapeError>(HasSubstr("expected [2]")));
  EXPECT_THROW(norm.forward(Tensor::zeros({3})), ShapeError);
  EXPECT_THAT(
      [&] {
        norm.forward(Tensor::zeros({2, 3}, DType::f16));
      },
      ThrowsMessage<DTypeError>(HasSubstr("the weight is f32, expected f16")));
}

TEST(ACnn, GoesFromColourImagesToTenClassesAndLearnsABatch) {
  Generator generator(1);
  Sequential net(std::make_shared<Conv2d>(3, 4, 5, generator), std::make_shared<BatchNorm>(4),
                 std::make_shared<ReLU>(), std::make_shared<MaxPool2d>(4), std::make_shared<Flatten>(),
                 std::make_shared<Linear>(4 * 7 * 7, 10, generator));
  net.to(Device::cuda());
  const Tensor x = Tensor::randn({8, 3, 32, 32}, generator, DType::f32, Device::cuda());
  const Tensor labels = Tensor::labels({0, 1, 2, 3, 4, 5, 6, 7}, Device::cuda());
  Adam optimizer(net.named_parameters());
  std::vector<float> losses;
  for (int step = 0; step < 6; ++step) {
    const Tensor logits = net.forward(x);
    ASSERT_EQ(logits.shape(), (Shape{8, 10}));
    const Tensor loss = cross_entropy(logits, labels);
    losses.push_back(loss.item());
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
  }
  EXPECT_LT(losses.back(), 0.8f * losses.front());
}

}  // namespace
}  // namespace gridmark::tensor
