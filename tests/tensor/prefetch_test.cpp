// Batches that are copied ahead must equal the loader's own, whatever the computing stream still does with
// earlier ones.
#include <cuda_runtime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// `count` images of `pixels` pixels. All pixels of an image have its number, and so does its label.
Images numbered_images(std::int32_t count, std::int64_t pixels) {
  std::vector<float> values;
  std::vector<std::int32_t> labels(static_cast<std::size_t>(count));
  std::iota(labels.begin(), labels.end(), 0);
  for (const std::int32_t label : labels)
    values.insert(values.end(), static_cast<std::size_t>(pixels), static_cast<float>(label));
  return {Tensor::from(values, {count, pixels}), Tensor::labels(labels)};
}

using Seen = std::vector<std::vector<float>>;

class Prefetched : public testing::Test {
 protected:
  Prefetched() {
    cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&computing_, cudaStreamNonBlocking);
  }
  ~Prefetched() override {
    cudaStreamDestroy(copies_);
    cudaStreamDestroy(computing_);
  }

  static DataLoader loader() { return DataLoader(numbered_images(23, 5), 4, 1, Device::cuda(), Tail::kept); }

  /// The batches as the computing stream saw them. The host does not wait before the end.
  template <class Next>
  static Seen used(Next next) {
    std::vector<Tensor> copies;
    while (const std::optional<Batch> batch = next()) {
      copies.push_back(batch->inputs.clone());
      copies.push_back(batch->labels.clone());
    }
    Seen seen;
    for (const Tensor& one : copies) seen.push_back(one.to_vector());
    return seen;
  }

  cudaStream_t copies_ = nullptr, computing_ = nullptr;
};

class PrefetchedAtDepth : public Prefetched, public testing::WithParamInterface<int> {};

TEST_P(PrefetchedAtDepth, BatchesAreThoseOfTheLoaderInAStreamThatIsLate) {
  DataLoader plain = loader(), ahead = loader();
  const Seen expected = used([&] { return plain.next(); });
  ASSERT_EQ(expected.size(), 12u);
  const StreamScope scope(computing_);
  PrefetchedBatches batches(ahead, copies_, GetParam());
  EXPECT_EQ(used([&] { return batches.next(); }), expected);
  EXPECT_EQ(ahead.position(), 6);
  EXPECT_FALSE(batches.next().has_value());
}

TEST_P(PrefetchedAtDepth, BatchesAreThoseOfTheLoaderInTheDefaultStream) {
  DataLoader plain = loader(), ahead = loader();
  PrefetchedBatches batches(ahead, copies_, GetParam());
  EXPECT_EQ(used([&] { return batches.next(); }), used([&] { return plain.next(); }));
}

TEST_P(PrefetchedAtDepth, BatchesGoOnInMidEpoch) {
  DataLoader plain = loader(), first = loader(), resumed = loader();
  plain.set_position(2);
  {
    PrefetchedBatches batches(first, copies_, GetParam());
    batches.next();
    batches.next();
  }
  EXPECT_EQ(first.position(), 2) << "batches that were fetched and not given do not count";
  resumed.set_position(first.position());
  PrefetchedBatches batches(resumed, copies_, GetParam());
  EXPECT_EQ(used([&] { return batches.next(); }), used([&] { return plain.next(); }));
}

INSTANTIATE_TEST_SUITE_P(Of, PrefetchedAtDepth, testing::Values(1, 2, 3, 20));

Tensor on_device() { return Tensor::empty({4, 5}, DType::f32, Device::cuda()); }

// Kernels that wait in the computing stream may still read memory that a tensor has freed.
TEST_F(Prefetched, DoNotOverwriteWhatEarlierKernelsStillRead) {
  empty_cache();
  const StreamScope scope(computing_);
  DataLoader ahead = loader();
  // Cached blocks for all later allocations. With a new one of cudaMalloc, the last buffer would not get the
  // freed one.
  std::vector<Tensor>{on_device(), on_device(), on_device(), on_device(), on_device()}.clear();
  Tensor sum = Tensor::zeros({4, 5}, DType::f32, Device::cuda());
  {
    const Tensor freed = Tensor::full({4, 5}, 7, DType::f32, Device::cuda());
    cudaStreamSynchronize(computing_);
    sum += freed;
  }
  PrefetchedBatches batches(ahead, copies_, 2);
  cudaStreamSynchronize(copies_);
  EXPECT_THAT(sum.to_vector(), testing::Each(7.0f));
}

TEST_F(Prefetched, RefuseAGraphWhoseBatchIsGone) {
  DataLoader ahead = loader();
  PrefetchedBatches batches(ahead, copies_, 2);
  Tensor weight = Tensor::full({4, 5}, 1, DType::f32, Device::cuda()).set_requires_grad();
  const Tensor loss = sum(batches.next()->inputs * weight);
  EXPECT_NO_THROW(loss.backward());
  batches.next();
  EXPECT_THAT([&] { loss.backward(); }, ThrowsMessage<AutogradError>(HasSubstr("was changed in place")));
}

TEST_F(Prefetched, RefuseALoaderThatWentElsewhere) {
  for (const auto& change : {std::function([](DataLoader& loader) { loader.start_epoch(0); }),
                             std::function([](DataLoader& loader) { loader.set_position(0); }),
                             std::function([](DataLoader& loader) {
                               loader.set_order({1, 2, 3});
                             })}) {
    DataLoader ahead = loader();
    PrefetchedBatches batches(ahead, copies_);
    change(ahead);
    EXPECT_THAT([&] { batches.next(); }, ThrowsMessage<Error>(HasSubstr("Make new PrefetchedBatches")));
  }
  DataLoader ahead = loader(), on_host(numbered_images(2, 1), 1, 1, Device::host());
  EXPECT_THAT([&] { PrefetchedBatches(ahead, copies_, 0); }, ThrowsMessage<Error>(HasSubstr("at least 1")));
  EXPECT_THAT([&] { PrefetchedBatches(on_host, copies_); },
              ThrowsMessage<Error>(HasSubstr("lie on the host")));
}

TEST_F(Prefetched, GiveTheirMemoryBack) {
  empty_cache();
  const std::size_t before = memory_stats().allocated;
  {
    DataLoader ahead = loader();
    PrefetchedBatches batches(ahead, copies_);
    EXPECT_EQ(use_stats(Use::data).allocated, 2 * (4 * 5 + 4) * sizeof(float));
  }
  EXPECT_EQ(memory_stats().allocated, before);
}

#ifdef __GRIDMARK__  // modelled time is equal in every run; on a real device it depends on the machine
/// Milliseconds on the device's clock of an epoch whose steps take about as long as its copies.
template <class Next>
float milliseconds_of(Next next) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  while (const std::optional<Batch> batch = next())
    for (int i = 0; i < 8; ++i) relu(batch->inputs);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float elapsed = 0;
  cudaEventElapsedTime(&elapsed, begin, end);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return elapsed;
}

TEST_F(Prefetched, TakeLessTimeWhereTheNextOneIsCopiedAhead) {
  const auto at_depth = [&](int depth) {
    DataLoader loader(numbered_images(16, 50'000), 2, 1);
    PrefetchedBatches batches(loader, copies_, depth);
    return milliseconds_of([&] { return batches.next(); });
  };
  EXPECT_LT(at_depth(2), 0.8f * at_depth(1));
}
#endif

}  // namespace
}  // namespace gridmark::tensor
