#include "labkit/tensor/prefetch.h"

#include <algorithm>

#include "labkit/tensor/device.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/stream.h"

namespace gridmark::tensor {
namespace {

constexpr const char* operation = "a batch that is fetched ahead";

class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), operation); }
  ~Event() { static_cast<void>(cudaEventDestroy(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream), operation); }
  void hold(cudaStream_t stream) { check(cudaStreamWaitEvent(stream, event_, 0), operation); }
  void wait() { check(cudaEventSynchronize(event_), operation); }

 private:
  cudaEvent_t event_ = nullptr;
};

template <class T>
class Pinned {
 public:
  explicit Pinned(std::int64_t count) {
    check(cudaMallocHost(&data_, static_cast<std::size_t>(count) * sizeof(T)), operation);
  }
  ~Pinned() { cudaFreeHost(data_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  T* data() const { return static_cast<T*>(data_); }

 private:
  void* data_ = nullptr;
};

void copy(const void* from, Tensor& to, std::int64_t rows, cudaStream_t stream) {
  if (to.numel() == 0) return;
  const std::size_t bytes =
      to.bytes() / static_cast<std::size_t>(to.size(0)) * static_cast<std::size_t>(rows);
  check(cudaMemcpyAsync(to.data<void>(), from, bytes, cudaMemcpyHostToDevice, stream), operation);
  to.bump_version();
}

}  // namespace

struct PrefetchedBatches::Buffer {
  Buffer(const Shape& shape, Device device)
      : inputs(Tensor::empty(shape, DType::f32, device)),
        labels(Tensor::empty({shape[0]}, DType::i32, device)),
        pinned_inputs(inputs.numel()),
        pinned_labels(labels.numel()) {
    // The memory may come from a tensor that this stream is still using.
    used.record(current_stream(device));
  }

  Tensor inputs, labels;
  Pinned<float> pinned_inputs;
  Pinned<std::int32_t> pinned_labels;
  Event copied, used;
};

PrefetchedBatches::PrefetchedBatches(DataLoader& loader, cudaStream_t copies, int depth)
    : loader_(loader), copies_(copies), changes_(loader.changes_), fetched_(loader.position()) {
  if (depth < 1)
    throw Error("batches are fetched with " + std::to_string(depth) + " buffers, expected at least 1");
  if (loader.device_.is_host())
    throw Error(
        "batches are fetched ahead for a loader whose batches lie on the host. Give the loader a device");
  const OnDevice current(loader.device_);
  const UseScope use(Use::data);
  Shape shape = loader.data_.pixels.shape();
  shape[0] = std::min(loader.batch_, static_cast<std::int64_t>(loader.order_.size()));
  for (int i = 0; i < depth; ++i) buffers_.push_back(std::make_unique<Buffer>(shape, loader.device_));
  for (int i = 0; i < depth; ++i) fetch();
}

PrefetchedBatches::~PrefetchedBatches() { cudaStreamSynchronize(copies_); }

PrefetchedBatches::Buffer& PrefetchedBatches::buffer_of(std::int64_t index) const {
  return *buffers_[static_cast<std::size_t>(index) % buffers_.size()];
}

void PrefetchedBatches::fetch() {
  if (fetched_ == loader_.batches()) return;
  Buffer& buffer = buffer_of(fetched_);
  buffer.copied.wait();
  loader_.copy_batch(fetched_, buffer.pinned_inputs.data(), buffer.pinned_labels.data());
  buffer.used.hold(copies_);
  copy(buffer.pinned_inputs.data(), buffer.inputs, loader_.size(fetched_), copies_);
  copy(buffer.pinned_labels.data(), buffer.labels, loader_.size(fetched_), copies_);
  buffer.copied.record(copies_);
  ++fetched_;
}

std::optional<Batch> PrefetchedBatches::next() {
  if (loader_.changes_ != changes_)
    throw Error(
        "the loader's order or position has changed since its batches were fetched. Make new "
        "PrefetchedBatches");
  const OnDevice current(loader_.device_);
  const cudaStream_t computing = current_stream(loader_.device_);
  if (used_ != nullptr) {
    used_->used.record(computing);
    used_ = nullptr;
    fetch();
  }
  if (loader_.position_ == loader_.batches()) return std::nullopt;
  const std::int64_t count = loader_.size(loader_.position_);
  used_ = &buffer_of(loader_.position_);
  ++loader_.position_;
  used_->copied.hold(computing);
  return Batch{used_->inputs.narrow(0, 0, count), used_->labels.narrow(0, 0, count)};
}

}  // namespace gridmark::tensor
