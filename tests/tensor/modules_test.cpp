// Names of parameters and buffers, which checkpoints and optimizers use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::ElementsAre;

std::vector<std::string> names_of(const std::vector<NamedTensor>& named) {
  std::vector<std::string> names;
  for (const NamedTensor& one : named) names.push_back(one.name);
  return names;
}

void expect_names_and_parameters_to_agree(const Module& module) {
  const std::vector<NamedTensor> named = module.named_parameters();
  const std::vector<Tensor> parameters = module.parameters();
  ASSERT_EQ(named.size(), parameters.size());
  for (std::size_t i = 0; i < named.size(); ++i)
    EXPECT_TRUE(named[i].tensor.shares_storage_with(parameters[i])) << named[i].name;
}

/// A module without names, as students write it.
class Scale : public Module {
 public:
  Tensor forward(const Tensor& x) override { return x * factor_; }
  std::vector<Tensor> parameters() const override { return {factor_}; }

 private:
  Tensor factor_ = Tensor::full({3}, 2).set_requires_grad();
};

TEST(NamedParameters, AreDottedPaths) {
  Generator generator(1);
  const Sequential inner(std::make_shared<LayerNorm>(4), std::make_shared<Scale>());
  const Sequential net(std::make_shared<Conv2d>(1, 2, 3, generator), std::make_shared<ReLU>(),
                       std::make_shared<Sequential>(inner), std::make_shared<Linear>(4, 2, generator));
  EXPECT_THAT(names_of(net.named_parameters()),
              ElementsAre("0.weight", "0.bias", "2.0.weight", "2.0.bias", "2.1.0", "3.weight", "3.bias"));
  expect_names_and_parameters_to_agree(net);
  expect_names_and_parameters_to_agree(Embedding(2, 3, generator));
}

TEST(NamedParameters, OfALanguageModelAreAllDifferent) {
  Generator generator(1);
  const LanguageModel model({}, generator);
  const std::vector<std::string> names = names_of(model.named_parameters());
  EXPECT_EQ(names.size(), 2u + 2 * 12 + 4);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_THAT(names, testing::Contains("blocks.1.attention.to_qkv.weight"));
  expect_names_and_parameters_to_agree(model);
}

/// Counts its forward passes in a buffer.
class Counter : public Module {
 public:
  Tensor forward(const Tensor& x) override {
    count_ += Tensor::full({1}, 1, DType::f32, count_.device());
    return x;
  }
  std::vector<NamedTensor> named_buffers() const override { return {{"count", count_}}; }

 private:
  Tensor count_ = Tensor::zeros({1});
};

TEST(NamedBuffers, MoveWithTheModuleAndKeepTheirType) {
  Sequential net(std::make_shared<ReLU>(), std::make_shared<Counter>());
  EXPECT_THAT(names_of(net.named_buffers()), ElementsAre("1.count"));
  const Tensor handle = net.buffers()[0];
  net.to(Device::cuda());
  net.to(DType::f16);
  net.forward(Tensor::zeros({1}, DType::f32, Device::cuda()));
  EXPECT_EQ(handle.device(), Device::cuda());
  EXPECT_EQ(handle.dtype(), DType::f32);
  EXPECT_EQ(handle.item(), 1);
}

}  // namespace
}  // namespace gridmark::tensor
