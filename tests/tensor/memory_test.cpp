#include <cuda_runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::HasSubstr;

constexpr std::int64_t mebi = 1 << 18;  // elements of f32 in a MiB

Tensor on_device(std::int64_t elements, DType dtype = DType::f32) {
  return Tensor::zeros({elements}, dtype, Device::cuda());
}

class Memory : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(memory_stats().allocated, 0u) << "a test before this one has left a tensor";
    empty_cache();
    reset_peak();
  }
};

TEST_F(Memory, AllocatedIsWhatTensorsHaveAndReservedWhatTheDeviceGave) {
  const Tensor a = on_device(100), b = on_device(100, DType::f16);
  EXPECT_EQ(memory_stats().allocated, 600u);
  EXPECT_EQ(memory_stats().reserved, 1024u);
  const Tensor view = a.view({10, 10});
  EXPECT_EQ(memory_stats().allocated, 600u) << "views have no memory of their own";
}

TEST_F(Memory, WhatIsReleasedIsKeptForTheNext) {
  const void* first = nullptr;
  {
    const Tensor a = on_device(mebi);
    first = a.data<void>();
  }
  EXPECT_EQ(memory_stats().allocated, 0u);
  EXPECT_EQ(memory_stats().reserved, 1u << 20);
  const Tensor b = on_device(mebi - 100);
  EXPECT_EQ(b.data<void>(), first);
  EXPECT_EQ(memory_stats().reserved, 1u << 20);
}

TEST_F(Memory, ASmallTensorDoesNotTakeALargeBlock) {
  { const Tensor a = on_device(mebi); }
  const Tensor b = on_device(100);
  EXPECT_EQ(memory_stats().reserved, (1u << 20) + 512);
}

TEST_F(Memory, ThePeakIsKeptUntilItIsReset) {
  { const Tensor a = on_device(1000); }
  const Tensor b = on_device(10);
  EXPECT_EQ(memory_stats().peak, 4000u);
  reset_peak();
  EXPECT_EQ(memory_stats().peak, 40u);
}

TEST_F(Memory, AWatchKeepsItsPeakWhateverIsReset) {
  { const Tensor before = on_device(5000); }
  const Tensor a = on_device(10);
  const PeakWatch watch;
  EXPECT_EQ(watch.peak(), 40u) << "what was before it is not its peak";
  { const Tensor b = on_device(1000); }
  reset_peak();
  {
    const PeakWatch later;
    const Tensor c = on_device(100);
    EXPECT_EQ(later.peak(), 440u);
  }
  EXPECT_EQ(watch.peak(), 4040u);
  EXPECT_EQ(memory_stats().peak, 440u);
}

TEST_F(Memory, AWatchSeesItsOwnDeviceAlone) {
  const PeakWatch watch;
  const Tensor a = Tensor::zeros({100});
  EXPECT_EQ(watch.peak(), 0u);
}

TEST_F(Memory, AnEmptyCacheIsMemoryOfTheDeviceAgain) {
  std::size_t before = 0, during = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  { const Tensor a = on_device(64 * mebi); }  // a GPU counts in pages of 2 MiB
  cudaMemGetInfo(&during, &total);
  EXPECT_EQ(before - during, 64u << 20);
  empty_cache();
  cudaMemGetInfo(&after, &total);
  EXPECT_EQ(after, before);
  EXPECT_EQ(memory_stats().reserved, 0u);
}

TEST_F(Memory, TheCacheIsGivenBackBeforeAnAllocationFails) {
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  const auto most = static_cast<std::int64_t>(free / 4 * 3 / sizeof(float));
  { const Tensor a = on_device(most / 8); }
  EXPECT_NO_THROW(on_device(most + most / 4));
}

TEST_F(Memory, AFullDeviceThrowsTheSizesAndWorksOn) {
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  const Tensor kept = on_device(100);
  try {
    on_device(static_cast<std::int64_t>(total / sizeof(float)));
    FAIL() << "a tensor of all the memory was given beside another one";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.requested, total / sizeof(float) * sizeof(float));
    EXPECT_THAT(error.what(), HasSubstr("device 0"));
    EXPECT_THAT(error.what(), HasSubstr("Living tensors have 400 bytes"));
    EXPECT_THAT(error.what(), HasSubstr("of the device's " + std::to_string(total)));
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(memory_stats().allocated, 400u);
  EXPECT_EQ(sum(on_device(1000)).item(), 0);
}

TEST_F(Memory, ALimitIsAsIfTheDeviceWereThatSmall) {
  set_memory_limit(8 << 20);
  { const Tensor cached = on_device(6 * mebi); }
  const Tensor a = on_device(2 * mebi + 1);  // the cached block, which is too large, is freed for it
  EXPECT_EQ(memory_stats().reserved, (2u << 20) + 512);
  try {
    on_device(6 * mebi);
    FAIL() << "more than 8 MiB were given";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.requested, 6u << 20);
    EXPECT_THAT(error.what(), HasSubstr("Living tensors have 2097156 bytes, of the 8388608 bytes that"));
  }
  EXPECT_NO_THROW(on_device(5 * mebi));
  set_memory_limit(0);
  EXPECT_NO_THROW(on_device(6 * mebi));
}

TEST_F(Memory, EachUseHasABookOfItsOwn) {
  Generator generator(1);
  Linear layer(100, 10, generator);
  layer.to(Device::cuda());
  const std::size_t parameters = (100 * 10 + 10) * sizeof(float);
  EXPECT_EQ(use_stats(Use::parameter).allocated, parameters);
  Tensor x;
  {
    const UseScope data(Use::data);
    x = Tensor::full({4, 100}, 1, DType::f32, Device::cuda());
  }
  Adam optimizer(layer.parameters());
  {
    const Tensor loss = sum(relu(layer.forward(x)));
    EXPECT_EQ(use_stats(Use::activation).allocated, 4u + 4 * 10 * sizeof(float))
        << "product and sum went, the result of relu stays";
    loss.backward();
  }
  EXPECT_EQ(use_stats(Use::activation).allocated, 0u);
  EXPECT_EQ(use_stats(Use::gradient).allocated, parameters);
  EXPECT_GE(use_stats(Use::gradient).peak, parameters + 4 * 10 * sizeof(float));
  optimizer.step();
  EXPECT_EQ(use_stats(Use::optimizer).allocated, 2 * parameters);
  EXPECT_EQ(use_stats(Use::data).allocated, 4 * 100 * sizeof(float));
  std::size_t all = 0;
  for (const Use use : {Use::activation, Use::parameter, Use::gradient, Use::optimizer, Use::data})
    all += use_stats(use).allocated;
  EXPECT_EQ(all, memory_stats().allocated);
}

TEST_F(Memory, TheLogKeepsEachStage) {
  clear_stage_log();
  const Tensor a = on_device(100);
  note_stage("parameters");
  { const Tensor b = on_device(50); }
  note_stage("forward");
  ASSERT_EQ(stage_log().size(), 2u);
  EXPECT_EQ(stage_log()[0].stage, "parameters");
  EXPECT_EQ(stage_log()[0].allocated, 400u);
  EXPECT_EQ(stage_log()[1].allocated, 400u);
  EXPECT_EQ(stage_log()[1].peak, 600u);
}

/// A chain of three activations of 1000 elements each.
Tensor chain(const Tensor& x) { return sum(sigmoid(sigmoid(sigmoid(x)))); }

TEST_F(Memory, ALossThatIsKeptKeepsItsActivations) {
  Tensor x = on_device(1000).set_requires_grad();
  Tensor loss = chain(x);
  EXPECT_EQ(memory_stats().allocated, 4000u + 3 * 4000u + 4u);
  loss.backward();
  EXPECT_EQ(memory_stats().allocated, 4000u + 3 * 4000u + 4u + 4000u) << "the gradient, and the graph still";
  std::vector<Tensor> kept{loss};
  loss = chain(x);
  EXPECT_EQ(memory_stats().allocated, 8000u + 2 * (3 * 4000u + 4u));
  kept.clear();
  EXPECT_EQ(memory_stats().allocated, 8000u + 3 * 4000u + 4u);
  loss = loss.detach();
  EXPECT_EQ(memory_stats().allocated, 8000u + 4u);
}

TEST_F(Memory, UnderNoGradNoActivationIsKept) {
  const Tensor x = on_device(1000).set_requires_grad();
  const NoGrad guard;
  const Tensor loss = chain(x);
  EXPECT_EQ(memory_stats().allocated, 4000u + 4u);
}

TEST_F(Memory, TheHostHasABookOfItsOwn) {
  const std::size_t before = memory_stats(Device::host()).allocated;
  const Tensor a = Tensor::zeros({100});
  EXPECT_EQ(memory_stats(Device::host()).allocated - before, 400u);
  EXPECT_EQ(memory_stats().allocated, 0u);
}

}  // namespace
}  // namespace gridmark::tensor
