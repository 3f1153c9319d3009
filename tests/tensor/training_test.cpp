#include <gtest/gtest.h>

#include <cmath>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

Sequential classifier(Generator& generator) {
  return Sequential(std::make_shared<Linear>(784, 128, generator), std::make_shared<ReLU>(),
                    std::make_shared<Linear>(128, 10, generator));
}

/// The losses of ten steps on one random batch of 64.
std::vector<float> train(DType dtype, Device device) {
  Generator generator(42);
  Sequential net = classifier(generator);
  net.to(device);
  net.to(dtype);
  Adam optimizer(net.parameters());
  const Tensor x = Tensor::randn({64, 784}, generator, dtype, device);
  std::vector<std::int32_t> classes;
  for (int i = 0; i < 64; ++i) classes.push_back(static_cast<std::int32_t>(generator.bits() % 10));
  const Tensor labels = Tensor::labels(classes, device);
  std::vector<float> losses;
  for (int step = 0; step < 10; ++step) {
    const Tensor loss = cross_entropy(net.forward(x), labels);
    losses.push_back(loss.item());
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
  }
  return losses;
}

// ln 10 = 2.3026 is the loss of ten equally likely classes.
TEST(Training, StartsNearTheLossOfAGuessAndFalls) {
  const std::vector<float> losses = train(DType::f32, Device::cuda());
  EXPECT_NEAR(losses.front(), std::log(10.0), 0.1);
  EXPECT_LT(losses.back(), 0.5f * losses.front());
}

TEST(Training, InHalfPrecisionFollowsFullPrecision) {
  const std::vector<float> full = train(DType::f32, Device::cuda()), half = train(DType::f16, Device::cuda());
  for (std::size_t i = 0; i < full.size(); ++i) EXPECT_NEAR(half[i], full[i], 0.05) << "step " << i;
}

TEST(Training, IsTheSameToTheLastBitInEveryRun) {
  EXPECT_EQ(train(DType::f32, Device::cuda()), train(DType::f32, Device::cuda()));
}

/// One step from 1 with the gradient 2, twice.
template <class Make>
std::vector<float> two_steps(DType dtype, Make make) {
  Tensor x = Tensor::full({1}, 1, dtype, Device::cuda()).set_requires_grad();
  const std::unique_ptr<Optimizer> optimizer = make(x);
  std::vector<float> seen;
  for (int step = 0; step < 2; ++step) {
    sum(x * 2).backward();
    optimizer->step();
    optimizer->zero_grad();
    seen.push_back(x.item());
  }
  for (const Tensor& state : optimizer->state()) EXPECT_EQ(state.dtype(), DType::f32);
  return seen;
}

TEST(SgdStep, IsRateTimesGradient) {
  const auto seen = two_steps(
      DType::f32, [](const Tensor& x) { return std::make_unique<SGD>(std::vector<Tensor>{x}, 0.25f); });
  EXPECT_EQ(seen, (std::vector<float>{0.5f, 0}));
}

TEST(SgdStep, WithMomentumGoesOnInItsDirection) {
  // velocities 2 and 0.5 * 2 + 2
  for (const DType dtype : {DType::f32, DType::f16})
    EXPECT_EQ(
        two_steps(dtype,
                  [](const Tensor& x) { return std::make_unique<SGD>(std::vector<Tensor>{x}, 0.25f, 0.5f); }),
        (std::vector<float>{0.5f, -0.25f}));
}

TEST(AdamStep, IsAboutTheRateWhateverTheGradientIs) {
  // The corrected means of a constant gradient are the gradient and its square, so each step is the rate.
  const auto seen = two_steps(DType::f32, [](const Tensor& x) {
    Adam::Settings settings;
    settings.rate = 0.125f;
    return std::make_unique<Adam>(std::vector<Tensor>{x}, settings);
  });
  EXPECT_NEAR(seen[0], 0.875, 1e-6);
  EXPECT_NEAR(seen[1], 0.75, 1e-6);
}

TEST(AdamStep, FollowsTheAlgorithmForGradientsThatChange) {
  Tensor x = Tensor::from({0.5f}, {1}).set_requires_grad();
  Adam optimizer({x});
  double expected = 0.5, m = 0, v = 0;
  for (int t = 1; t <= 5; ++t) {
    sum(x * x * x).backward();
    const double g = x.grad().item();
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    expected -= 1e-3 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
    optimizer.step();
    optimizer.zero_grad();
    EXPECT_NEAR(x.item(), expected, 1e-6) << "step " << t;
  }
}

TEST(AdamWStep, DecaysTheParameterBesideTheMeans) {
  // The corrected means of a constant gradient make each step the rate, for any decay.
  Tensor x = Tensor::full({1}, 2).set_requires_grad();
  Adam::Settings settings;
  settings.rate = 0.125f;
  settings.decay = 0.5f;
  AdamW optimizer({x}, settings);
  double expected = 2;
  for (int step = 0; step < 3; ++step) {
    sum(x * 3).backward();
    optimizer.step();
    optimizer.zero_grad();
    expected = expected * (1 - 0.125 * 0.5) - 0.125;
    EXPECT_NEAR(x.item(), expected, 1e-6) << "step " << step;
  }
}

TEST(AdamWStep, DecaysByAHundredthUnlessToldOtherwise) {
  Tensor x = Tensor::full({1}, 1).set_requires_grad();
  AdamW optimizer({x});
  optimizer.set_rate(0.5f);
  sum(x * 0).backward();
  optimizer.step();
  EXPECT_FLOAT_EQ(x.item(), 1 - 0.5f * 0.01f);
}

TEST(AParameterWithoutAGradient, StaysAndHasNoStateBeforeItIsAskedFor) {
  Tensor x = Tensor::full({1}, 1).set_requires_grad();
  Adam optimizer({x});
  optimizer.step();
  EXPECT_EQ(x.item(), 1);
  EXPECT_EQ(use_stats(Use::optimizer, Device::host()).allocated, 0u);
  EXPECT_EQ(optimizer.state().size(), 2u);
  EXPECT_EQ(use_stats(Use::optimizer, Device::host()).allocated, 2 * sizeof(float));
}

TEST(Modules, ConvertTheirParametersWhereTheyAre) {
  Generator generator(1);
  Linear layer(3, 2, generator);
  const Tensor handle = layer.weight;
  layer.to(Device::cuda());
  layer.to(DType::f16);
  EXPECT_EQ(handle.device(), Device::cuda());
  EXPECT_EQ(handle.dtype(), DType::f16);
  EXPECT_TRUE(handle.requires_grad());
  EXPECT_EQ(layer.parameters().size(), 2u);
}

TEST(Linear, IsTheProductWithTheTransposedWeightPlusBias) {
  Generator generator(1);
  Linear layer(2, 3, generator);
  layer.weight.set_data(Tensor::from({1, 2, 3, 4, 5, 6}, {3, 2}));
  layer.bias.set_data(Tensor::from({10, 20, 30}, {3}));
  EXPECT_EQ(layer.forward(Tensor::from({1, -1}, {1, 2})).to_vector(), (std::vector<float>{9, 19, 29}));
}

TEST(Linear, StartsWithinTheBoundOfItsInputs) {
  Generator generator(1);
  const Linear layer(16, 100, generator);
  float greatest = 0;
  for (const float value : layer.weight.to_vector()) greatest = std::max(greatest, std::abs(value));
  EXPECT_LE(greatest, 0.25f);
  EXPECT_GT(greatest, 0.24f);
}

// The known answers in the authors' Random123.
TEST(Philox, GivesTheKnownAnswers) {
  using Four = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, NumbersHaveTheMomentsThatTheyShouldHave) {
  Generator generator(3);
  double sum = 0, squares = 0, uniform = 0;
  constexpr int count = 20'000;
  for (int i = 0; i < count; ++i) {
    const double value = generator.normal();
    sum += value;
    squares += value * value;
    uniform += generator.uniform();
  }
  EXPECT_NEAR(sum / count, 0, 0.03);  // four standard deviations of the mean
  EXPECT_NEAR(squares / count, 1, 0.04);
  EXPECT_NEAR(uniform / count, 0.5, 0.01);
}

TEST(Random, APositionIsWhereASequenceGoesOn) {
  Generator one(5), other(5);
  for (int i = 0; i < 7; ++i) one.bits();
  other.set_position(one.position());
  EXPECT_EQ(one.bits(), other.bits());
  EXPECT_NE(Generator(5).bits(), Generator(6).bits());
}

}  // namespace
}  // namespace gridmark::tensor
