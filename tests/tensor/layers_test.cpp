#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::FloatNear;

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(Softmax, IsFiniteForElementsWhoseExponentialIsNot) {
  const Tensor y = softmax(Tensor::from({1000, 1000, -1000, 1000}, {2, 2}, DType::f32, Device::cuda()));
  EXPECT_THAT(y.to_vector(), ElementsAre(0.5f, 0.5f, 0, 1));
}

TEST(Softmax, OfWhatIsMaskedIsZeroAndOfWhatIsWrongIsNotANumber) {
  const Tensor x = Tensor::from({-infinity, -infinity, 3, -infinity, NAN, -infinity}, {3, 2});
  const std::vector<float> y = softmax(x).to_vector();
  EXPECT_THAT(std::vector<float>(y.begin(), y.begin() + 4), ElementsAre(0, 0, 1, 0));
  EXPECT_TRUE(std::isnan(y[4]));
}

TEST(CausalMask, LetsTheLastQuerySeeEveryKey) {
  const Tensor more_keys = causal_mask(Tensor::zeros({2, 3}));
  EXPECT_THAT(more_keys.to_vector(), ElementsAre(0, 0, -infinity, 0, 0, 0));
  const Tensor more_queries = causal_mask(Tensor::zeros({3, 2}));
  EXPECT_THAT(more_queries.to_vector(), ElementsAre(-infinity, -infinity, 0, -infinity, 0, 0));
}

TEST(Embedding, OfAnIndexThatIsNoRowIsNotANumber) {
  const Tensor weight = Tensor::full({2, 1}, 1);
  const std::vector<float> rows = embedding(weight, Tensor::labels({-1, 0, 2})).to_vector();
  EXPECT_TRUE(std::isnan(rows[0]));
  EXPECT_EQ(rows[1], 1);
  EXPECT_TRUE(std::isnan(rows[2]));
}

// 1, then 2^-24 twice. From the left both are lost, but in another order they would count.
TEST(Embedding, GradientsOfOneRowAreSummedInTheOrderOfTheIndices) {
  Tensor weight = Tensor::zeros({2, 1}, DType::f32, Device::cuda()).set_requires_grad();
  const Tensor rows = embedding(weight, Tensor::labels({1, 1, 1}, Device::cuda()));
  sum(rows * Tensor::from({1, 0x1p-24f, 0x1p-24f}, {3, 1}, DType::f32, Device::cuda())).backward();
  EXPECT_THAT(weight.grad().to_vector(), ElementsAre(0, 1));
}

TEST(DropoutLayer, DropsTheShareThatItShouldAndKeepsTheMean) {
  Generator generator(1);
  const Tensor ones = Tensor::full({10'000}, 1, DType::f32, Device::cuda());
  const std::vector<float> y = dropout(ones, 0.25f, generator).to_vector();
  EXPECT_NEAR(static_cast<double>(std::count(y.begin(), y.end(), 0.0f)), 2500,
              4 * std::sqrt(10'000 * 0.25 * 0.75));
  EXPECT_THAT(y, Each(testing::AnyOf(0.0f, 1 / 0.75f)));
}

TEST(DropoutLayer, DropsTheSameFromTheSamePositionOnly) {
  Generator generator(1);
  generator.bits();  // a position in the middle of a block
  const std::uint64_t start = generator.position();
  const Tensor ones = Tensor::full({100}, 1, DType::f32, Device::cuda());
  const auto first = dropout(ones, 0.5f, generator).to_vector(),
             second = dropout(ones, 0.5f, generator).to_vector();
  EXPECT_NE(first, second);
  generator.set_position(start);
  EXPECT_EQ(dropout(ones, 0.5f, generator).to_vector(), first);
  EXPECT_EQ(dropout(ones.to(Device::host()), 0.5f, generator).to_vector(), second)
      << "the host draws the same";
}

TEST(DropoutLayer, KeepsEverythingWhereNothingTrains) {
  Generator generator(1);
  Sequential net(std::make_shared<Dropout>(0.5f, generator));
  net.train(false);
  EXPECT_THAT(net.forward(Tensor::full({50}, 1)).to_vector(), Each(1.0f));
  EXPECT_EQ(generator.position(), 0u);
  net.train(true);
  EXPECT_THAT(net.forward(Tensor::full({50}, 1)).to_vector(), testing::Contains(0.0f));
  EXPECT_THROW(dropout(Tensor::zeros({1}), 1, generator), Error);
  EXPECT_THROW(dropout(Tensor::zeros({1}), NAN, generator), Error);
}

TEST(LayerNormLayer, GivesEachRowMeanZeroAndVarianceOne) {
  LayerNorm norm(3);
  const Tensor y = norm.forward(Tensor::from({1, 2, 3, 1000, 1000, 1003}, {2, 3}));
  EXPECT_THAT(y.to_vector(), ElementsAre(FloatNear(-1.224736f, 1e-5f), 0, FloatNear(1.224736f, 1e-5f),
                                         FloatNear(-0.707105f, 1e-5f), FloatNear(-0.707105f, 1e-5f),
                                         FloatNear(1.414210f, 1e-5f)));
}

TEST(Conv2dLayer, HasTheShapeThatStrideAndPaddingGive) {
  Generator generator(1);
  Conv2d same(3, 8, 3, generator, {1, 1}), halved(8, 4, 2, generator, {2, 0});
  Sequential net(std::make_shared<Conv2d>(same), std::make_shared<GELU>(), std::make_shared<Conv2d>(halved),
                 std::make_shared<Flatten>());
  EXPECT_EQ(same.forward(Tensor::zeros({2, 3, 6, 6})).shape(), (Shape{2, 8, 6, 6}));
  EXPECT_EQ(net.forward(Tensor::zeros({2, 3, 6, 6})).shape(), (Shape{2, 36}));
  EXPECT_EQ(net.parameters().size(), 4u);
}

class SmallModel : public testing::Test {
 protected:
  static LanguageModel::Settings settings() {
    LanguageModel::Settings small;
    small.tokens = 7;
    small.width = 8;
    small.heads = 2;
    small.most_length = 5;
    return small;
  }
  Generator generator_{1};
  LanguageModel model_{settings(), generator_};
};

TEST_F(SmallModel, SeesNoTokenThatComesLater) {
  model_.to(Device::cuda());
  const auto logits = [&](std::vector<std::int32_t> tokens) {
    return model_.forward(Tensor::labels(tokens, Device::cuda()).view({1, 5}));
  };
  const Tensor one = logits({1, 2, 3, 4, 5}), other = logits({1, 2, 3, 0, 6});
  EXPECT_EQ(one.shape(), (Shape{1, 5, 7}));
  EXPECT_EQ(one.narrow(1, 0, 3).to_vector(), other.narrow(1, 0, 3).to_vector());
  EXPECT_NE(one.narrow(1, 3, 1).to_vector(), other.narrow(1, 3, 1).to_vector());
}

TEST_F(SmallModel, HasAGradientForEachParameter) {
  const Tensor loss = cross_entropy(model_.forward(Tensor::labels({1, 2, 3, 0}).view({2, 2})).view({4, 7}),
                                    Tensor::labels({2, 3, 0, 6}));
  EXPECT_NEAR(loss.item(), std::log(7.0), 0.5);
  loss.backward();
  EXPECT_EQ(model_.parameters().size(), 2u + 2 * 12 + 4);
  for (const Tensor& parameter : model_.parameters()) EXPECT_TRUE(parameter.grad().defined());
}

TEST_F(SmallModel, SaysWhichTokensItTakes) {
  EXPECT_THROW(model_.forward(Tensor::labels({1, 2})), ShapeError);
  EXPECT_THROW(model_.forward(Tensor::labels({1, 2, 3, 4, 5, 6}).view({1, 6})), ShapeError);
  EXPECT_THROW(SelfAttention(8, 3, generator_), ShapeError);
}

}  // namespace
}  // namespace gridmark::tensor
