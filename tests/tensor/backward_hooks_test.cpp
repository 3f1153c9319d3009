// on_gradient(): the reported leaves of a backward pass, their times and their order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Tensor leaf(float value) {
  return Tensor::from({value}, {1}, DType::f32, Device::cuda()).set_requires_grad();
}

class OnGradient : public testing::Test {
 protected:
  /// Notes the name and the gradient when the hook is called.
  void watch(Tensor tensor, const std::string& name) {
    tensor.on_gradient([this, name](Tensor& one) {
      reported_.push_back(name);
      seen_.push_back(one.grad().item());
    });
  }

  std::vector<std::string> reported_;
  std::vector<float> seen_;
};

TEST_F(OnGradient, ReportsLaterLayersFirst) {
  const Tensor x = Tensor::full({1}, 2, DType::f32, Device::cuda());
  const Tensor first = leaf(3), second = leaf(5), third = leaf(7);
  watch(first, "first");
  watch(second, "second");
  watch(third, "third");
  sum(x * first * second * third).backward();
  EXPECT_THAT(reported_, ElementsAre("third", "second", "first"));
  EXPECT_THAT(seen_, ElementsAre(2 * 3 * 5, 2 * 3 * 7, 2 * 5 * 7));
}

/// Returns x itself, and notes when its gradient passes.
Tensor noting(const Tensor& x, bool& came_by) {
  return with_gradient(x.detach(), "noting", {x}, [&came_by](const Tensor& grad) {
    came_by = true;
    return std::vector<Tensor>{grad};
  });
}

TEST_F(OnGradient, ReportsALeafWhileEarlierLayersStillWaitForTheirs) {
  const Tensor first = leaf(3);
  Tensor second = leaf(5);
  bool earlier = false, earlier_at_report = true;
  second.on_gradient([&](Tensor&) { earlier_at_report = earlier; });
  sum(noting(sigmoid(first), earlier) * second).backward();
  EXPECT_FALSE(earlier_at_report);
  EXPECT_TRUE(earlier);
}

// A kept loss keeps the nodes of its leaves, which are then older than all nodes of the next graph.
TEST_F(OnGradient, ReportsAsEarlyWhenAnEarlierGraphStillLives) {
  const Tensor first = leaf(3);
  Tensor second = leaf(5);
  bool earlier = false, earlier_at_report = true;
  second.on_gradient([&](Tensor&) { earlier_at_report = earlier; });
  const Tensor kept = sum(sigmoid(first) * second);
  sum(noting(sigmoid(first), earlier) * second).backward();
  EXPECT_FALSE(earlier_at_report);
}

TEST_F(OnGradient, ReportsASharedWeightOnceWithAllItsUses) {
  const Tensor weight = leaf(3), between = leaf(1);
  watch(weight, "weight");
  watch(between, "between");
  sum(weight * between * weight + weight).backward();
  EXPECT_THAT(reported_, ElementsAre("between", "weight"));
  EXPECT_THAT(seen_, ElementsAre(9, 7));
}

TEST_F(OnGradient, ReportsOncePerPassWhereGradientsAccumulate) {
  const Tensor weight = leaf(3);
  watch(weight, "weight");
  for (int pass = 0; pass < 2; ++pass) sum(weight * weight).backward();
  EXPECT_THAT(reported_, ElementsAre("weight", "weight"));
  EXPECT_THAT(seen_, ElementsAre(6, 12));
  const Tensor graph = sum(weight * 2);
  for (int pass = 0; pass < 2; ++pass) graph.backward();
  EXPECT_EQ(reported_.size(), 4u) << "the same graph twice";
}

TEST_F(OnGradient, DoesNotReportALeafThatGetsNoGradient) {
  const Tensor used = leaf(3), unused = leaf(5), behind_a_dead_end = leaf(7);
  for (const auto& [tensor, name] :
       {std::pair(used, "used"), {unused, "unused"}, {behind_a_dead_end, "dead"}})
    watch(tensor, name);
  const Tensor dead = sigmoid(behind_a_dead_end);
  const Tensor y = with_gradient(used.detach() + dead.detach(), "first operand alone", {used, dead},
                                 [](const Tensor& grad) {
                                   return std::vector<Tensor>{grad, Tensor()};
                                 });
  sum(y).backward();
  EXPECT_THAT(reported_, ElementsAre("used"));
}

TEST_F(OnGradient, ReportsALeafOfWhichOneUseGetsNoGradient) {
  const Tensor weight = leaf(3);
  watch(weight, "weight");
  const Tensor dead = sigmoid(weight);
  sum(with_gradient(weight.detach() * 2, "first operand alone", {weight, dead}, [](const Tensor& grad) {
    return std::vector<Tensor>{grad * 2, Tensor()};
  })).backward();
  EXPECT_THAT(reported_, ElementsAre("weight"));
  EXPECT_THAT(seen_, ElementsAre(2));
}

/// sigmoid(weight * x), with a graph that is made in the backward pass.
Tensor checkpointed(const Tensor& weight, const Tensor& x) {
  const Saved saved(x, "checkpoint", "its operand");
  Tensor y;
  {
    const NoGrad guard;
    y = sigmoid(weight * x);
  }
  return with_gradient(y, "checkpoint", {x}, [=](const Tensor& grad) {
    Tensor operand = saved.get().detach().set_requires_grad();
    const WithGrad again;
    sigmoid(weight * operand).backward(grad);
    return std::vector<Tensor>{operand.grad()};
  });
}

TEST_F(OnGradient, ReportsAWeightThatTwoCheckpointsShareOnceAndAtTheEnd) {
  const Tensor weight = leaf(0.5f), start = leaf(2);
  const Tensor plain = leaf(0.5f), plain_start = leaf(2);
  sum(sigmoid(plain * sigmoid(plain * plain_start))).backward();
  watch(weight, "weight");
  watch(start, "start");
  sum(checkpointed(weight, checkpointed(weight, start))).backward();
  EXPECT_THAT(reported_, ElementsAre("start", "weight"));
  EXPECT_THAT(seen_, ElementsAre(plain_start.grad().item(), plain.grad().item()));
}

TEST_F(OnGradient, KeepsNoGradientOfACheckpointsOperand) {
  const auto bytes_at_the_start = [](int checkpoints) {
    const Tensor weight = leaf(0.5f);
    Tensor start = leaf(2);
    std::size_t bytes = 0;
    start.on_gradient([&](Tensor&) { bytes = use_stats(Use::gradient).allocated; });
    Tensor y = start;
    for (int i = 0; i < checkpoints; ++i) y = checkpointed(weight, y);
    sum(y).backward();
    return bytes;
  };
  EXPECT_EQ(bytes_at_the_start(6), bytes_at_the_start(2));
}

TEST_F(OnGradient, LetsAHookChangeTheGradientAndRemoveItself) {
  Tensor weight = leaf(3);
  std::uint64_t number = 0;
  number = weight.on_gradient([&](Tensor& one) {
    one.set_grad(one.grad() * 10);
    one.remove_gradient_hook(number);
  });
  watch(weight, "second hook");
  sum(weight * 2).backward();
  EXPECT_THAT(seen_, ElementsAre(20));
  sum(weight * 2).backward();
  EXPECT_THAT(seen_, ElementsAre(20, 22));
  EXPECT_THAT([&] { weight.remove_gradient_hook(number); }, ThrowsMessage<Error>(HasSubstr("no hook")));
}

TEST_F(OnGradient, HooksStayWithAParameterThatMoves) {
  Generator generator(1);
  Linear layer(2, 1, generator);
  watch(layer.bias, "bias");
  layer.to(Device::cuda());
  sum(layer.forward(Tensor::full({3, 2}, 1, DType::f32, Device::cuda()))).backward();
  EXPECT_THAT(seen_, ElementsAre(3));
}

TEST_F(OnGradient, AnExceptionOfAHookLeavesNothingBehind) {
  const Tensor weight = leaf(0.5f), start = leaf(2);
  Tensor broken = leaf(1);
  const std::uint64_t number = broken.on_gradient([](Tensor&) { throw Error("the hook's"); });
  watch(weight, "weight");
  const auto loss = [&] { return sum(checkpointed(weight, sigmoid(broken) * start)); };
  EXPECT_THAT([&] { loss().backward(); }, ThrowsMessage<Error>(HasSubstr("the hook's")));
  sum(start * 2).backward();
  EXPECT_THAT(reported_, ElementsAre());
  broken.remove_gradient_hook(number);
  loss().backward();
  EXPECT_THAT(reported_, ElementsAre("weight"));
}

TEST_F(OnGradient, IsForLeavesThatRequireAGradient) {
  const auto nothing = [](Tensor&) {};
  EXPECT_THAT([&] { Tensor::zeros({2}).on_gradient(nothing); },
              ThrowsMessage<AutogradError>(HasSubstr("set_requires_grad")));
  EXPECT_THAT([&] { (leaf(1) * 2).on_gradient(nothing); },
              ThrowsMessage<AutogradError>(HasSubstr("has a history")));
}

}  // namespace
}  // namespace gridmark::tensor
