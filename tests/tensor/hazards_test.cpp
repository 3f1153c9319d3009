#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Tensor leaf() {
  return Tensor::from({0.5f, -1, 2, 3}, {2, 2}, DType::f32, Device::cuda()).set_requires_grad();
}

TEST(InPlace, AChangeOfASavedTensorSurfacesInBackwardAndNotBefore) {
  const Tensor x = leaf();
  Tensor y = sigmoid(x);
  EXPECT_NO_THROW(y += y.detach());
  const Tensor loss = sum(y);
  EXPECT_THAT([&] { loss.backward(); },
              ThrowsMessage<AutogradError>(testing::AllOf(HasSubstr("sigmoid"), HasSubstr("[2, 2]"),
                                                          HasSubstr("version 1, expected 0"))));
}

TEST(InPlace, ANewTensorIsNoHazard) {
  const Tensor x = leaf();
  Tensor y = sigmoid(x);
  y = y + y.detach();
  EXPECT_NO_THROW(sum(y).backward());
}

TEST(InPlace, AChangeAfterBackwardIsNoHazard) {
  const Tensor x = leaf();
  Tensor y = sigmoid(x);
  sum(y).backward();
  EXPECT_NO_THROW(y += y.detach());
}

TEST(InPlace, AChangeThroughAViewIsSeen) {
  const Tensor x = leaf();
  const Tensor y = tanh(x), loss = sum(y * y);
  Tensor view = y.detach().view({4});
  view.fill(1);
  EXPECT_THROW(loss.backward(), AutogradError);
}

TEST(InPlace, AChangeThatNoGradientNeedsIsAllowed) {
  const Tensor x = leaf();
  Tensor y = x * 2;  // its gradient does not need the elements
  y *= 3;
  sum(y).backward();
  EXPECT_EQ(x.grad().to_vector(), std::vector<float>(4, 6));
}

TEST(InPlace, ALeafThatWantsAGradientIsChangedUnderNoGradOnly) {
  Tensor x = leaf();
  EXPECT_THAT([&] { x *= 2; }, ThrowsMessage<AutogradError>(HasSubstr("NoGrad")));
  EXPECT_THROW(x.fill(0), AutogradError);
  EXPECT_THROW(x.row(0).fill(0), AutogradError);
  const NoGrad guard;
  EXPECT_NO_THROW(x *= 2);
  EXPECT_EQ(x.to_vector()[3], 6);
}

TEST(InPlace, AStepBetweenForwardAndBackwardIsAHazard) {
  Generator generator(1);
  Linear first(3, 3, generator), second(3, 1, generator);
  std::vector<Tensor> parameters = first.parameters();
  for (const Tensor& parameter : second.parameters()) parameters.push_back(parameter);
  SGD optimizer(parameters, 0.1f);
  const Tensor loss = sum(second.forward(first.forward(Tensor::full({2, 3}, 1))));
  loss.backward();
  optimizer.step();
  EXPECT_THROW(loss.backward(), AutogradError);
}

TEST(Graph, IsAbsentUnderNoGradAndAfterDetach) {
  const Tensor x = leaf();
  EXPECT_FALSE((x.detach() * 2).requires_grad());
  {
    const NoGrad guard;
    EXPECT_FALSE((x * 2).requires_grad());
    EXPECT_FALSE(grad_enabled());
  }
  EXPECT_TRUE((x * 2).requires_grad());
}

TEST(Graph, BackwardStartsFromAScalarWithAHistory) {
  const Tensor x = leaf();
  EXPECT_THAT([&] { (x * 2).backward(); }, ThrowsMessage<AutogradError>(HasSubstr("[2, 2]")));
  EXPECT_THAT([&] { sum(x.detach()).backward(); }, ThrowsMessage<AutogradError>(HasSubstr("history")));
}

TEST(Graph, OfTenThousandOperationsIsWalkedAndReleased) {
  const Tensor x = Tensor::full({}, 1).set_requires_grad();
  Tensor y = x;
  for (int i = 0; i < 10'000; ++i) y = y + x;
  y.backward();
  EXPECT_EQ(x.grad().item(), 10'001);
}

TEST(Graph, AnOperationOfOnesOwnTakesPart) {
  const auto square = [](const Tensor& x) {
    const Saved saved(x, "square", "its operand");
    return with_gradient(x.detach() * x.detach(), "square", {x},
                         [saved](const Tensor& grad) { return std::vector<Tensor>{grad * saved.get() * 2}; });
  };
  const Tensor x = leaf();
  sum(square(x)).backward();
  EXPECT_EQ(x.grad().to_vector(), (std::vector<float>{1, -2, 4, 6}));
}

TEST(Graph, OnlyFloatingLeavesHaveGradients) {
  EXPECT_THROW(Tensor::labels({1}).set_requires_grad(), DTypeError);
  Tensor result = leaf() * 2;
  EXPECT_THROW(result.set_requires_grad(), AutogradError);
}

}  // namespace
}  // namespace gridmark::tensor
