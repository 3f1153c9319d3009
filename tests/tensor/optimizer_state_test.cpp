// A saved and restored optimizer must continue as if it had not stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using MakeOptimizer = std::function<std::unique_ptr<Optimizer>(std::vector<NamedTensor>)>;

struct Kind {
  std::string name;
  MakeOptimizer make;
  bool corrects_by_steps;
};

template <class Made, class... Settings>
MakeOptimizer maker(Settings... settings) {
  return [=](std::vector<NamedTensor> parameters) {
    return std::make_unique<Made>(std::move(parameters), settings...);
  };
}

void PrintTo(const Kind& kind, std::ostream* stream) { *stream << kind.name; }

using Values = std::vector<std::vector<float>>;

/// A network on the device. One layer begins to learn in step 4, so its parameters do not have a gradient
/// before.
struct Learner {
  explicit Learner(const MakeOptimizer& make) {
    net.to(Device::cuda());
    late.to(Device::cuda());
    std::vector<NamedTensor> named;
    append(named, "net", net.named_parameters());
    append(named, "late", late.named_parameters());
    optimizer = make(named);
  }

  void step(int index) {
    Generator batches(100 + static_cast<std::uint64_t>(index));
    const Tensor x = Tensor::randn({4, 3}, batches, DType::f32, Device::cuda());
    const Tensor y = net.forward(x);
    mean(index < 4 ? y * y : y * y * late.forward(x)).backward();
    optimizer->step();
    optimizer->zero_grad();
  }

  Values values() const {
    Values all;
    for (const Tensor& one : optimizer->parameters()) all.push_back(one.to_vector());
    return all;
  }

  Generator generator{5};
  Sequential net{std::make_shared<Linear>(3, 4, generator), std::make_shared<GELU>(),
                 std::make_shared<Linear>(4, 2, generator)};
  Linear late{3, 2, generator};
  std::unique_ptr<Optimizer> optimizer;
};

class OptimizerState : public testing::TestWithParam<Kind> {
 protected:
  static constexpr int steps = 8;

  Values without_a_break() const {
    Learner run(GetParam().make);
    for (int i = 0; i < steps; ++i) run.step(i);
    return run.values();
  }

  /// Stops after `stop` steps, and continues in another network after `restore` has copied the first one's
  /// state.
  Values with_a_break(int stop, const std::function<void(Optimizer& from, Optimizer& to)>& restore) const {
    Learner before(GetParam().make), after(GetParam().make);
    for (int i = 0; i < stop; ++i) before.step(i);
    for (std::size_t i = 0; i < before.optimizer->parameters().size(); ++i) {
      const NoGrad guard;
      Tensor parameter = after.optimizer->parameters()[i];
      parameter.copy_from(before.optimizer->parameters()[i]);
    }
    restore(*before.optimizer, *after.optimizer);
    for (int i = stop; i < steps; ++i) after.step(i);
    return after.values();
  }

  static std::vector<NamedTensor> copy_on_the_host(std::vector<NamedTensor> state) {
    for (NamedTensor& one : state) one.tensor = one.tensor.clone().to(Device::host());
    return state;
  }
};

TEST_P(OptimizerState, RestoredGoesOnToTheSameBits) {
  const Values expected = without_a_break();
  for (const int stop : {0, 2, 6})
    EXPECT_EQ(with_a_break(stop,
                           [](Optimizer& from, Optimizer& to) {
                             std::vector<NamedTensor> state = copy_on_the_host(from.named_state());
                             std::reverse(state.begin(), state.end());  // names decide, not positions
                             to.set_state(state);
                             to.set_steps(from.steps());
                           }),
              expected)
        << "after " << stop << " steps";
}

TEST_P(OptimizerState, LostGoesOnDifferently) {
  EXPECT_NE(with_a_break(3, [](Optimizer& from, Optimizer& to) { to.set_steps(from.steps()); }),
            without_a_break());
}

TEST_P(OptimizerState, WithoutTheNumberOfStepsGoesOnDifferentlyWhereItCounts) {
  const Values found =
      with_a_break(3, [](Optimizer& from, Optimizer& to) { to.set_state(from.named_state()); });
  EXPECT_EQ(found != without_a_break(), GetParam().corrects_by_steps);
}

TEST_P(OptimizerState, NamesEachTensorAfterItsParameterBeforeTheFirstStep) {
  Learner run(GetParam().make);
  const std::vector<NamedTensor> state = run.optimizer->named_state();
  const std::size_t kinds = GetParam().corrects_by_steps ? 2 : 1;
  ASSERT_EQ(state.size(), 6 * kinds);
  EXPECT_THAT(state.front().name, testing::StartsWith("net.0.weight."));
  EXPECT_THAT(state.back().name, testing::StartsWith("late.bias."));
  EXPECT_EQ(state.front().tensor.shape(), (Shape{4, 3}));
  for (const Tensor& one : run.optimizer->state()) EXPECT_THAT(one.to_vector(), Each(0.0f));
}

INSTANTIATE_TEST_SUITE_P(Of, OptimizerState,
                         testing::Values(Kind{"SGD", maker<SGD>(0.1f, 0.9f), false},
                                         Kind{"Adam", maker<Adam>(), true},
                                         Kind{"AdamW", maker<AdamW>(), true}),
                         [](const auto& info) { return info.param.name; });

Tensor parameter(float value) { return Tensor::full({1}, value).set_requires_grad(); }

TEST(NamedState, OfTensorsWithoutNamesCounts) {
  const auto names = [](Optimizer&& optimizer) {
    std::vector<std::string> all;
    for (const NamedTensor& one : optimizer.named_state()) all.push_back(one.name);
    return all;
  };
  EXPECT_THAT(names(SGD({parameter(1), parameter(2)}, 0.1f, 0.5f)), ElementsAre("0.velocity", "1.velocity"));
  EXPECT_THAT(names(Adam({parameter(1)})), ElementsAre("0.first", "0.second"));
  EXPECT_THAT(names(SGD({parameter(1)}, 0.1f)), ElementsAre()) << "no momentum, no state";
}

TEST(NamedState, IsTheStateItself) {
  Tensor x = parameter(1);
  SGD optimizer({x}, 1, 0.5f);
  optimizer.state()[0].fill(8);
  sum(x * 2).backward();
  optimizer.step();
  EXPECT_EQ(x.item(), 1 - (0.5f * 8 + 2));
}

TEST(NamedState, FollowsAModuleToAnotherDevice) {
  Generator generator(1);
  Linear layer(2, 1, generator);
  SGD optimizer(layer.named_parameters(), 0.1f, 0.9f);
  const std::vector<NamedTensor> state = optimizer.named_state();
  layer.to(Device::cuda());
  sum(layer.forward(Tensor::full({1, 2}, 3, DType::f32, Device::cuda()))).backward();
  optimizer.step();
  EXPECT_THAT(state[0].tensor.to_vector(), ElementsAre(3, 3));
}

class SetState : public testing::Test {
 protected:
  SetState() { optimizer_.state()[0].fill(7); }

  void expect_refused(const std::vector<NamedTensor>& state, const std::string& why) {
    EXPECT_THAT([&] { optimizer_.set_state(state); }, ThrowsMessage<Error>(HasSubstr(why)));
    EXPECT_EQ(optimizer_.state()[0].item(), 7) << "nothing has changed";
  }

  Adam optimizer_{{parameter(1)}};
};

TEST_F(SetState, RefusesAStateThatDoesNotFit) {
  const Tensor one = Tensor::zeros({1});
  expect_refused({{"0.first", one}}, "\"0.second\" is missing");
  expect_refused({{"0.first", one}, {"0.second", one}, {"1.first", one}},
                 "this optimizer has no \"1.first\"");
  expect_refused({{"0.first", one}, {"0.first", one}}, "\"0.first\" is given twice");
  expect_refused({{"0.first", one}, {"0.second", Tensor::zeros({2})}}, "has the shape [2], expected [1]");
  expect_refused({{"0.first", one}, {"0.second", Tensor::zeros({1}, DType::f16)}}, "is f16, expected f32");
  EXPECT_THAT([&] { optimizer_.set_steps(-1); }, ThrowsMessage<Error>(HasSubstr("expected 0 or more")));
}

TEST(Parameters, WithOneNameTwiceAreRefused) {
  const std::vector<NamedTensor> twice{{"weight", parameter(1)}, {"weight", parameter(2)}};
  EXPECT_THAT([&] { Adam optimizer(twice); }, ThrowsMessage<Error>(HasSubstr("have the name \"weight\"")));
}

TEST(Rate, IsWhatWasSetLast) {
  SGD sgd({parameter(1)}, 0.5f);
  AdamW adam({parameter(1)});
  EXPECT_EQ(sgd.rate(), 0.5f);
  EXPECT_EQ(adam.rate(), 1e-3f);
  for (Optimizer* one : {static_cast<Optimizer*>(&sgd), static_cast<Optimizer*>(&adam)}) {
    one->set_rate(0.25f);
    EXPECT_EQ(one->rate(), 0.25f);
  }
}

}  // namespace
}  // namespace gridmark::tensor
