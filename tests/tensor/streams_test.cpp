// Work goes to the stream of the innermost scope. A capturing stream does not run its work, so work in
// another stream shows.
#include <cuda_runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "labkit/tensor/device.h"
#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

void expect_success(cudaError_t error) { ASSERT_EQ(error, cudaSuccess) << cudaGetErrorString(error); }

Tensor on_device(const std::vector<float>& values, const Shape& shape) {
  return Tensor::from(values, shape, DType::f32, Device::cuda());
}

class Streams : public testing::Test {
 protected:
  Streams() { expect_success(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Streams() override { expect_success(cudaStreamDestroy(stream_)); }

  /// The work that `work` queues in the stream, not yet run.
  template <class Work>
  cudaGraph_t captured(Work work) {
    cudaGraph_t graph = nullptr;
    const StreamScope scope(stream_);
    expect_success(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed));
    work();
    expect_success(cudaStreamEndCapture(stream_, &graph));
    return graph;
  }

  void launch(cudaGraph_t graph) {
    cudaGraphExec_t executable = nullptr;
    expect_success(cudaGraphInstantiate(&executable, graph, 0));
    expect_success(cudaGraphLaunch(executable, stream_));
    expect_success(cudaStreamSynchronize(stream_));
    expect_success(cudaGraphExecDestroy(executable));
    expect_success(cudaGraphDestroy(graph));
  }

  cudaStream_t stream_ = nullptr;
};

TEST_F(Streams, KernelsGoToTheCurrentOne) {
  Tensor x = on_device({1, 2}, {2});
  const cudaGraph_t graph = captured([&] {
    x *= 3;
    x += x;
  });
  EXPECT_THAT(x.to_vector(), ElementsAre(1, 2));
  launch(graph);
  EXPECT_THAT(x.to_vector(), ElementsAre(6, 12));
}

TEST_F(Streams, ProductsAndCopiesOnTheDeviceGoToTheCurrentOne) {
  const Tensor a = on_device({1, 2, 3, 4}, {2, 2});
  Tensor sum = Tensor::zeros({2, 2}, DType::f32, Device::cuda());
  Tensor product, copy;
  {
    const StreamScope scope(stream_);
    matmul(a, a);  // prepares everything that cannot be made while it captures
  }
  const cudaGraph_t graph = captured([&] {
    product = matmul(a, a);
    copy = a.clone();
    sum += product;
  });
  EXPECT_THAT(sum.to_vector(), Each(0.0f));
  launch(graph);
  EXPECT_THAT(sum.to_vector(), ElementsAre(7, 10, 15, 22));
  EXPECT_EQ(copy.to_vector(), a.to_vector());
}

TEST_F(Streams, CopiesToTheHostWaitForTheCurrentOne) {
  const StreamScope scope(stream_);
  Tensor x = on_device(std::vector<float>(1000, 1), {1000});
  for (int i = 0; i < 10; ++i) x += x;
  EXPECT_THAT(x.to_vector(), Each(1024.0f));
}

// With pageable host memory, CUDA itself waits.
TEST_F(Streams, CopiesToPinnedMemoryWait) {
  float* pinned = nullptr;
  expect_success(cudaMallocHost(&pinned, sizeof *pinned));
  *pinned = 0;
  const StreamScope scope(stream_);
  Tensor x = on_device({2}, {1});
  x *= 8;
  copy_bytes(pinned, Device::host(), x.data<float>(), x.device(), sizeof *pinned);
  EXPECT_EQ(*pinned, 16);
  expect_success(cudaFreeHost(pinned));
}

std::vector<std::vector<float>> trained() {
  Generator generator(3);
  Sequential net(std::make_shared<Linear>(8, 16, generator), std::make_shared<BatchNorm>(16),
                 std::make_shared<GELU>(), std::make_shared<Linear>(16, 4, generator));
  net.to(Device::cuda());
  Adam optimizer(net.parameters());
  std::vector<std::vector<float>> seen;
  for (int step = 0; step < 5; ++step) {
    const Tensor x = Tensor::randn({6, 8}, generator, DType::f32, Device::cuda());
    const Tensor loss = cross_entropy(net.forward(x), Tensor::labels({0, 1, 2, 3, 0, 1}, Device::cuda()));
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
    seen.push_back({loss.item()});
  }
  for (const Tensor& parameter : net.parameters()) seen.push_back(parameter.to_vector());
  return seen;
}

TEST_F(Streams, ATrainingIsTheSameToTheLastBitInEach) {
  const auto expected = trained();
  const StreamScope scope(stream_);
  EXPECT_EQ(trained(), expected);
}

TEST_F(Streams, AScopeEndsWithTheStreamBeforeAndIsOfOneThread) {
  EXPECT_EQ(current_stream(), nullptr);
  {
    const StreamScope outer(stream_);
    {
      const StreamScope inner(nullptr);
      EXPECT_EQ(current_stream(), nullptr);
    }
    EXPECT_EQ(current_stream(), stream_);
    std::thread([&] { EXPECT_EQ(current_stream(), nullptr); }).join();
    EXPECT_EQ(current_stream(Device::cuda(1)), nullptr) << "another device";
  }
  EXPECT_EQ(current_stream(), nullptr);
  EXPECT_THAT([&] { StreamScope(stream_, Device::host()); },
              ThrowsMessage<DeviceError>(HasSubstr("only devices")));
}

// Kernels of the stream may still use memory that a tensor has freed.
TEST_F(Streams, DoNotGetMemoryOfOneAnother) {
  const void* of_stream = nullptr;
  {
    const StreamScope scope(stream_);
    of_stream = Tensor::empty({12'345}, DType::f32, Device::cuda()).data<void>();
  }
  const Tensor elsewhere = Tensor::empty({12'345}, DType::f32, Device::cuda());
  EXPECT_NE(elsewhere.data<void>(), of_stream);
  const StreamScope scope(stream_);
  EXPECT_EQ(Tensor::empty({12'345}, DType::f32, Device::cuda()).data<void>(), of_stream);
}

TEST_F(Streams, GiveTheirMemoryBackWhenAnotherNeedsIt) {
  empty_cache();
  {
    const StreamScope scope(stream_);
    Tensor::empty({1 << 18}, DType::f32, Device::cuda());
  }
  set_memory_limit(memory_stats().reserved + 1000);
  EXPECT_NO_THROW(Tensor::empty({1 << 18}, DType::f32, Device::cuda()));
  set_memory_limit(0);
}

/// Runs with GRIDMARK_DEVICES=2.
class TwoDevices : public testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    cudaGetDeviceCount(&count);
    if (count < 2) GTEST_SKIP() << "one device here, two are needed; an emulated one has GRIDMARK_DEVICES=2";
    for (int device = 0; device < 2; ++device) {
      cudaSetDevice(device);
      expect_success(cudaStreamCreateWithFlags(&streams_[device], cudaStreamNonBlocking));
    }
    cudaSetDevice(0);
  }
  void TearDown() override {
    for (const cudaStream_t stream : streams_)
      if (stream != nullptr) expect_success(cudaStreamDestroy(stream));
  }

  /// Half of the work on each device. Returns the loss and the gradient of the part on the first one.
  static std::vector<float> loss_and_gradient() {
    Tensor weight = on_device({1, -2, 3, 4}, {2, 2}).set_requires_grad();
    const Device second = Device::cuda(1);
    const Tensor x = on_device({1, 2, 3, 4}, {2, 2});
    const Tensor there = sigmoid(matmul(x.to(second), weight.to(second)));
    const Tensor loss = sum(there.to(Device::cuda()) * matmul(x, weight));
    loss.backward();
    std::vector<float> seen = weight.grad().to_vector();
    seen.push_back(loss.item());
    return seen;
  }

  cudaStream_t streams_[2] = {};
};

TEST_F(TwoDevices, EachHasItsOwnCurrentStream) {
  const std::vector<float> expected = loss_and_gradient();
  {
    const StreamScope first(streams_[0]), second(streams_[1], Device::cuda(1));
    EXPECT_EQ(current_stream(), streams_[0]);
    EXPECT_EQ(current_stream(Device::cuda(1)), streams_[1]);
    EXPECT_EQ(loss_and_gradient(), expected);
  }
  {
    const StreamScope second(streams_[1], Device::cuda(1));
    EXPECT_EQ(loss_and_gradient(), expected);
  }
  const StreamScope first(streams_[0]);
  EXPECT_EQ(loss_and_gradient(), expected);
}

}  // namespace
}  // namespace gridmark::tensor
