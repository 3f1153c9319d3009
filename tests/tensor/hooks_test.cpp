// Extensions of the kit without changes to it: mixed precision and checkpoints, as students write them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Products in `half`, softmax, norms and losses in f32, and the rest unchanged.
class Autocast {
 public:
  explicit Autocast(DType half)
      : scope_([half](const std::string& operation, DType widest) {
          if (operation == "matmul" || operation == "linear") return half;
          const bool exact =
              operation == "softmax" || operation == "layer_norm" || operation == "cross_entropy";
          return exact ? DType::f32 : widest;
        }) {}

 private:
  CastScope scope_;
};

Tensor on_device(const Shape& shape, DType dtype = DType::f32) {
  Generator generator(3);
  return Tensor::randn(shape, generator, dtype, Device::cuda());
}

TEST(CastPolicy, DecidesTheTypeOfEachOperationWhileItsScopeLives) {
  const Tensor a = on_device({2, 2});
  {
    const Autocast half(DType::f16);
    EXPECT_EQ(matmul(a, a).dtype(), DType::f16);
    EXPECT_EQ(softmax(matmul(a, a)).dtype(), DType::f32);
    EXPECT_EQ((matmul(a, a) + a).dtype(), DType::f32) << "the wider type of the two";
    {
      const Autocast other(DType::bf16);
      EXPECT_EQ(matmul(a, a).dtype(), DType::bf16);
    }
    EXPECT_EQ(matmul(a, a).dtype(), DType::f16);
  }
  EXPECT_EQ(matmul(a, a).dtype(), DType::f32);
}

TEST(CastPolicy, SeesEachOperationOnceByItsName) {
  std::vector<std::string> seen;
  const CastScope scope([&](const std::string& operation, DType widest) {
    seen.push_back(operation);
    return widest;
  });
  const Tensor x = on_device({2, 4}).set_requires_grad();
  const Tensor loss =
      mean(linear(layer_norm(x, on_device({4}), on_device({4})), on_device({3, 4}), Tensor()));
  EXPECT_THAT(seen, ElementsAre("layer_norm", "linear", "mean"));
  loss.backward();
  EXPECT_EQ(seen.size(), 3u) << "a backward pass has the types of the forward pass";
}

TEST(CastPolicy, ThatAsksForIntegersIsRefused) {
  const CastScope scope([](const std::string&, DType) { return DType::i32; });
  EXPECT_THAT([] { relu(Tensor::zeros({1})); }, ThrowsMessage<DTypeError>(HasSubstr("answers i32 for relu")));
}

TEST(CastPolicy, GradientsArriveInTheTypeOfTheParameter) {
  Generator generator(2);
  Sequential net(std::make_shared<Linear>(4, 8, generator), std::make_shared<GELU>(),
                 std::make_shared<LayerNorm>(8), std::make_shared<Linear>(8, 3, generator));
  net.to(Device::cuda());
  const Tensor labels = Tensor::labels({0, 2}, Device::cuda());
  const auto loss_and_gradient = [&](DType half) {
    const Autocast scope(half);
    const Tensor loss = cross_entropy(net.forward(on_device({2, 4})), labels);
    loss.backward();
    return loss.item();
  };
  const float exact = loss_and_gradient(DType::f32);
  for (const DType half : {DType::f16, DType::bf16}) {
    net.zero_grad();
    EXPECT_NEAR(loss_and_gradient(half), exact, half == DType::f16 ? 2e-3 : 2e-2);
    for (const Tensor& parameter : net.parameters()) EXPECT_EQ(parameter.grad().dtype(), DType::f32);
  }
}

// Steps of 2^-10 from 1 are lost in bf16, because the neighbours of 1 are 2^-8 below and 2^-7 above it.
TEST(MasterCopy, InF32MovesParametersThatAreTooCoarseToMove) {
  Tensor coarse = Tensor::full({1}, 1, DType::bf16, Device::cuda()).set_requires_grad();
  Tensor master = coarse.detach().to(DType::f32).set_requires_grad();
  SGD optimizer({master}, 0x1p-10f);
  for (int step = 0; step < 8; ++step) {
    sum(coarse).backward();
    master.set_grad(coarse.grad().to(DType::f32));
    optimizer.step();
    const NoGrad guard;
    coarse.copy_from(master);
    coarse.zero_grad();
  }
  EXPECT_EQ(coarse.item(), 1 - 0x1p-7f);
}

/// fn(x) without keeping its activations. The backward pass computes them again with the same random numbers.
Tensor checkpoint(const std::function<Tensor(const Tensor&)>& fn, const Tensor& x, Generator& generator) {
  const std::uint64_t position = generator.position();
  const Saved saved(x, "checkpoint", "its operand");
  const CastPolicy policy = cast_policy();
  Tensor y;
  {
    const NoGrad guard;
    y = fn(x.detach());
  }
  return with_gradient(y, "checkpoint", {x}, [=, &generator](const Tensor& grad) {
    const std::uint64_t now = generator.position();
    generator.set_position(position);
    Tensor operand = saved.get().detach().set_requires_grad();
    {
      const WithGrad again;
      const CastScope as_before(policy);
      const Tensor result = fn(operand);
      result.backward(grad);
    }
    generator.set_position(now);
    return std::vector<Tensor>{operand.grad()};
  });
}

class Checkpoints : public testing::Test {
 protected:
  static constexpr int blocks = 4;

  Checkpoints() {
    for (int i = 0; i < blocks; ++i) {
      blocks_.push_back(std::make_shared<TransformerBlock>(16, 2, generator_, 0.25f));
      blocks_.back()->to(Device::cuda());
    }
  }

  struct Seen {
    std::vector<std::vector<float>> gradients;
    std::size_t peak;  ///< bytes of activations
  };

  Seen run(bool with_checkpoints) {
    const std::uint64_t start = generator_.position();
    reset_peak();
    {
      Tensor x = on_device({2, 8, 16}).set_requires_grad();
      Tensor y = x;
      for (const auto& block : blocks_)
        y = with_checkpoints
                ? checkpoint([block](const Tensor& in) { return block->forward(in); }, y, generator_)
                : block->forward(y);
      sum(y * y).backward();
      seen_ = {{x.grad().to_vector()}, use_stats(Use::activation).peak};
    }
    for (const auto& block : blocks_) {
      for (const Tensor& parameter : block->parameters())
        seen_.gradients.push_back(parameter.grad().to_vector());
      block->zero_grad();
    }
    generator_.set_position(start);
    return seen_;
  }

  Generator generator_{9};
  std::vector<std::shared_ptr<TransformerBlock>> blocks_;
  Seen seen_;
};

TEST_F(Checkpoints, GiveTheSameGradientsToTheLastBitWithLessMemory) {
  const Seen whole = run(false), saved = run(true);
  EXPECT_EQ(whole.gradients, saved.gradients);
  EXPECT_LT(saved.peak, whole.peak / 2);
}

TEST_F(Checkpoints, InMixedPrecisionToo) {
  const Autocast half(DType::bf16);
  const Seen whole = run(false), saved = run(true);
  EXPECT_EQ(whole.gradients, saved.gradients);
}

TEST(Backward, FromAGivenGradientIsCheckedAgainstTheTensor) {
  const Tensor x = on_device({2, 2}).set_requires_grad();
  const Tensor y = x * 2;
  EXPECT_THROW(y.backward(), AutogradError);
  EXPECT_THROW(y.backward(on_device({2})), ShapeError);
  EXPECT_THROW(y.backward(on_device({2, 2}, DType::f16)), DTypeError);
  EXPECT_THROW(x.detach().backward(on_device({2, 2})), AutogradError);
  y.backward(Tensor::full({2, 2}, 3, DType::f32, Device::cuda()));
  EXPECT_THAT(x.grad().to_vector(), testing::Each(6.0f));
}

}  // namespace
}  // namespace gridmark::tensor
