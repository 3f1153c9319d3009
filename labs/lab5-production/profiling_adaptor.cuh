#pragma once
// Runs profiling.cpp: a part of adaptor.cu.
#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/tensor/stream.h"
#include "labs/lab5-production/include/profiling.h"
#include "labs/lab5-production/include/timeline_source.h"
#include "labs/lab5-production/profiling_operations.h"

namespace gridmark::lab5::profiling {

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// Timelines and their uses.

inline std::string text_of(const Name& name) { return name.data(); }

inline Name name_of(const std::string& text) {
  Name name{};
  std::copy_n(text.begin(), std::min(text.size(), name.size() - 1), name.begin());
  return name;
}

inline timeline::Timeline timeline_of(std::span<const SpanRow> spans, std::span<const RangeRow> ranges,
                                      std::span<const RangeRow> waits) {
  timeline::Timeline all;
  for (const SpanRow& row : spans) {
    timeline::Span span;
    span.kind = text_of(row.kind);
    span.name = text_of(row.name);
    span.device = static_cast<int>(row.device);
    span.stream = row.stream;
    span.submitted_ns = row.submitted_ns, span.begin_ns = row.begin_ns, span.end_ns = row.end_ns;
    span.correlation = row.correlation;
    all.spans.push_back(span);
  }
  for (const RangeRow& row : ranges) all.ranges.push_back({text_of(row.name), row.thread, row.begin_ns, row.end_ns});
  for (const RangeRow& row : waits) all.waits.push_back({text_of(row.name), row.begin_ns, row.end_ns});
  all.host_waits = waits.size();
  return all;
}

inline void write(const TraceSummary& summary, channel::Out<SummaryRow>& row, channel::Out<KernelRow>& kernels) {
  const auto phase = [](const PhaseTime& time) { return PhaseRow{time.host_us, time.device_us}; };
  row.writable()[0] = {
      summary.steps,           summary.total_us,         summary.busy_share,
      summary.longest_gap_us,  phase(summary.load),      phase(summary.forward),
      phase(summary.backward), phase(summary.optimizer), static_cast<std::int64_t>(summary.top_kernels.size())};
  for (std::size_t i = 0; i < std::min(most_kernels, summary.top_kernels.size()); ++i) {
    const KernelTime& kernel = summary.top_kernels[i];
    kernels.writable()[i] = {name_of(kernel.name), kernel.calls, kernel.microseconds};
  }
}

inline void write(const std::string& text, channel::Out<char>& out) {
  const auto to = out.writable();
  std::fill(to.begin(), to.end(), '\0');
  std::copy_n(text.begin(), std::min(text.size(), to.size() - 1), to.begin());
}

inline void write(const std::string& text, channel::Out<char>& out, channel::Out<std::int64_t>& length) {
  write(text, out);
  length.writable()[0] = static_cast<std::int64_t>(text.size());
}

inline channel::Status run(Summarize& op) {
  write(summarize(timeline_of(op.spans.values(), op.ranges.values(), {}), op.device), op.summary, op.kernels);
  return {};
}

inline channel::Status run(ChromeTrace& op) {
  write(chrome_trace(timeline_of(op.spans.values(), op.ranges.values(), op.waits.values())), op.text, op.length);
  return {};
}

// ----------------------------------------------------------------------------------------------------
// Steps.

class NvtxRange {
 public:
  explicit NvtxRange(const char* name) { nvtxRangePushA(name); }
  ~NvtxRange() { nvtxRangePop(); }
  NvtxRange(const NvtxRange&) = delete;
  NvtxRange& operator=(const NvtxRange&) = delete;
};

__global__ void small_kernel() {}
__global__ void last_kernel() {}

/// The emulated device's timeline. It notes each request, its caller, and whether the device was still busy.
class WatchedTimeline : public EmulatedTimeline {
 public:
  void reset() override {
    note("reset", is_idle());
    EmulatedTimeline::reset();
  }
  timeline::Timeline read() override {
    note("read", is_idle());
    return EmulatedTimeline::read();
  }
  void note(const std::string& what, bool in_time = true) {
    calls += (calls.empty() ? "" : ", ") + what + (in_time ? "" : " too early");
  }

  std::string calls;

 private:
  static bool is_idle() { return cudaStreamQuery(nullptr) == cudaSuccess; }
};

inline void queue_step() {
  const NvtxRange step("step");
  {
    const NvtxRange forward("forward");
    small_kernel<<<1, 32>>>();
    small_kernel<<<1, 32>>>();
  }
  const NvtxRange backward("backward");
  last_kernel<<<1, 32>>>();
}

inline channel::Status run(ProfileSteps& op) {
  WatchedTimeline source;
  std::string trace;
  channel::keep_timeline();
  const channel::Status status = channel::graded([&] {
    const auto train = [&](int steps) {
      source.note("train " + std::to_string(steps));
      for (int i = 0; i < steps; ++i) queue_step();
    };
    write(profile_steps(train, op.warm_up, op.steps, source, trace), op.summary, op.kernels);
    return cudaSuccess;
  });
  write(source.calls, op.calls);
  write(trace, op.text, op.length);
  return status;
}

/// Writes tensors one after the other.
inline void write(const std::vector<Tensor>& tensors, channel::Out<float>& out) {
  std::size_t at = 0;
  for (const Tensor& tensor : tensors)
    for (const float value : tensor.to_vector()) out.writable()[at++] = value;
}

inline Images images_of(const channel::In<float>& pixels, const channel::In<int>& labels) {
  const auto count = static_cast<std::int64_t>(labels.size());
  return {Tensor::from({pixels.data(), pixels.data() + pixels.size()},
                       {count, static_cast<std::int64_t>(pixels.size()) / count}),
          Tensor::labels({labels.data(), labels.data() + labels.size()})};
}

/// The images in order. Starts again with the first one if there are too few.
inline std::vector<std::int64_t> in_turn(const Images& images, std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = i % images.labels.size(0);
  return order;
}

/// A training by the adaptor, always with the same initial state.
struct Training {
  explicit Training(std::int64_t inputs, std::int64_t hidden, int layers) {
    Generator generator(1);
    std::int64_t width = inputs;
    for (int i = 0; i < layers; ++i) {
      net.add(std::make_shared<Linear>(width, hidden, generator));
      net.add(std::make_shared<ReLU>());
      width = hidden;
    }
    net.add(std::make_shared<Linear>(width, 10, generator));
    net.to(Device::cuda());
    optimizer = std::make_unique<SGD>(net.parameters(), 0.05f, 0.9f);
  }

  /// The correct marked_step().
  std::optional<Tensor> step(Batches& batches, const char* name = "step") {
    const NvtxRange range(name);
    std::optional<Batch> batch;
    Tensor loss;
    {
      const NvtxRange load("load");
      batch = batches.next();
    }
    if (!batch) return {};
    {
      const NvtxRange forward("forward");
      loss = cross_entropy(net.forward(batch->inputs), batch->labels);
    }
    {
      const NvtxRange backward("backward");
      loss.backward();
    }
    const NvtxRange last("optimizer");
    optimizer->step();
    optimizer->zero_grad();
    return {loss.detach()};
  }

  Sequential net;
  std::unique_ptr<Optimizer> optimizer;
};

/// Makes one call more than there are batches.
template <class Step>
std::vector<Tensor> losses_of(const MarkedSteps& op, const Images& images, const Step& step) {
  PlainBatches batches(images, in_turn(images, op.batches * op.rows), op.rows);
  std::vector<Tensor> losses;
  for (int i = 0; i <= op.batches; ++i)
    if (const auto loss = step(batches)) losses.push_back(*loss);
  return losses;
}

inline channel::Status run(MarkedSteps& op) {
  const Images images = images_of(op.x, op.labels);
  Training marked(op.width, op.width, 1), expected(op.width, op.width, 1);
  std::vector<Tensor> losses, expected_losses;
  const auto run_given = [&] {
    expected_losses = losses_of(op, images, [&](Batches& batches) { return expected.step(batches); });
  };
  if (!op.given) run_given();
  channel::keep_timeline();
  const channel::Status status = channel::graded([&] {
    if (op.given)
      run_given();
    else
      losses =
          losses_of(op, images, [&](Batches& batches) { return marked_step(marked.net, *marked.optimizer, batches); });
    return cudaSuccess;
  });
  op.made.writable()[0] = static_cast<std::int64_t>(losses.size());
  losses.resize(std::min(losses.size(), op.losses.size()));
  write(losses, op.losses);
  write(marked.net.parameters(), op.trained);
  write(expected_losses, op.expected_losses);
  write(expected.net.parameters(), op.expected);
  return status;
}

// ----------------------------------------------------------------------------------------------------
// Pipelines.

inline channel::Status run(TunedPipeline& op) {
  const Pipeline pipeline = tuned_pipeline();
  op.levers.writable()[0] = pipeline.micro_batch;
  op.levers.writable()[1] = pipeline.depth;
  op.levers.writable()[2] = pipeline.log_interval;
  return {};
}

inline constexpr std::int64_t hidden = 32;
inline constexpr int hidden_layers = 1;

/// Runs steps with names, and reads the loss at times. The steps of the warm-up have other names.
inline void run_steps(const RunPipeline& op, Training& training, Batches& batches) {
  for (int i = 0; i < op.warm_up; ++i) training.step(batches, "warm-up");
  channel::require(cudaDeviceSynchronize());
  for (int i = 1; i <= op.steps; ++i) {
    const auto loss = training.step(batches);
    if (loss && i % op.log_interval == 0) loss->item();
  }
}

inline channel::Status run(RunPipeline& op) {
  const Images images = images_of(op.pixels, op.labels);
  const std::vector<std::int64_t> order = in_turn(images, (op.warm_up + op.steps) * op.micro_batch);
  const std::int64_t inputs = images.pixels.size(1);
  Training training(inputs, hidden, hidden_layers);
  channel::keep_timeline();
  const channel::Status status = channel::graded([&] {
    const std::unique_ptr<Batches> batches =
        op.given ? plain_batches(images, order, op.micro_batch)
                 : std::make_unique<Prefetcher>(images, order, op.micro_batch, op.depth);
    run_steps(op, training, *batches);
    return cudaSuccess;
  });
  write(training.net.parameters(), op.trained);
  if (op.expected.size() == 0) return status;
  Training expected(inputs, hidden, hidden_layers);
  PlainBatches batches(images, order, op.micro_batch);
  run_steps(op, expected, batches);
  write(expected.net.parameters(), op.expected);
  return status;
}

class OwnStream {
 public:
  OwnStream() { channel::require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~OwnStream() { cudaStreamDestroy(stream_); }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Takes batches, and lets the current stream copy each of them after some kernels. The host does not wait.
inline std::vector<Batch> use_all(const Prefetch& op, Batches& batches) {
  std::vector<Batch> copies;
  for (int i = 0; op.taken < 0 || i < op.taken; ++i) {
    const std::optional<Batch> batch = batches.next();
    if (!batch || copies.size() > op.order.size()) break;
    for (int kernel = 0; kernel < op.slow_use; ++kernel) small_kernel<<<1, 32, 0, current_stream()>>>();
    copies.push_back({batch->inputs.clone(), batch->labels.clone()});
  }
  return copies;
}

/// Batches that do not fit are left out.
inline void write(const std::vector<Batch>& batches, Prefetch& op) {
  std::size_t row = 0;
  for (std::size_t i = 0; i < std::min(batches.size(), op.sizes.size()); ++i) {
    const std::vector<float> pixels = batches[i].inputs.to_vector();
    const std::vector<std::int32_t> labels = batches[i].labels.to_ints();
    op.sizes.writable()[i] = static_cast<std::int64_t>(labels.size());
    const std::size_t width = labels.empty() ? 0 : pixels.size() / labels.size();
    if (width * op.order.size() != op.seen.size() || row + labels.size() > op.order.size()) return;
    std::copy(pixels.begin(), pixels.end(), op.seen.writable().begin() + static_cast<std::ptrdiff_t>(row * width));
    std::copy(labels.begin(), labels.end(), op.seen_labels.writable().begin() + static_cast<std::ptrdiff_t>(row));
    row += labels.size();
  }
}

inline channel::Status run(Prefetch& op) {
  const Images images = images_of(op.pixels, op.labels);
  const std::vector<std::int64_t> order(op.order.data(), op.order.data() + op.order.size());
  const std::unique_ptr<OwnStream> first = op.made == Made::computing_first ? std::make_unique<OwnStream>() : nullptr;
  std::unique_ptr<OwnStream> last;
  std::vector<Batch> copies;  // their memory returns to the stream, which is destroyed later
  channel::keep_timeline();
  bool refused = false;
  const channel::Status status = channel::graded([&] {
    try {
      Prefetcher batches(images, order, op.rows, op.depth);
      if (op.made == Made::computing_last) last = std::make_unique<OwnStream>();
      const OwnStream* own = first ? first.get() : last.get();
      const StreamScope scope(own ? own->get() : nullptr);
      copies = use_all(op, batches);
      return op.taken < 0 ? cudaDeviceSynchronize() : cudaSuccess;  // runs the newest stream first
    } catch (const Error&) {
      refused = true;
      return cudaSuccess;
    }
  });
  op.refused.writable()[0] = refused;
  write(copies, op);
  return status;
}

// ----------------------------------------------------------------------------------------------------
// Algorithms.

__global__ void result_kernel(int* result, int value) { *result = value; }

/// The candidates of one call, with the number of runs of each.
class Candidates {
 public:
  Candidates(const ChooseAlgorithm& op, int shape, bool is_new, int* result)
      : runs(static_cast<std::size_t>(op.candidates)) {
    for (int i = 0; i < op.candidates; ++i)
      all.push_back([this, &op, shape, is_new, result, i](cudaStream_t stream) {
        const std::size_t at = static_cast<std::size_t>(i);
        int count = op.kernels.values()[static_cast<std::size_t>(shape * op.candidates + i)];
        if (runs[at]++ == 0 && is_new) count += count < 0 ? 0 : op.first_kernels.values()[at];
        if (count < 0) return cudaErrorNotSupported;
        for (int kernel = 0; kernel < count; ++kernel) small_kernel<<<1, 32, 0, stream>>>();
        result_kernel<<<1, 1, 0, stream>>>(result, 1000 + shape);
        return cudaGetLastError();
      });
  }

  std::vector<Candidate> all;
  std::vector<std::int64_t> runs;
};

/// no_candidate: the call threw the contract's exception.
inline std::int64_t chosen_by(AlgorithmCache& cache, int shape, const Candidates& candidates, cudaStream_t stream) {
  try {
    return static_cast<std::int64_t>(cache.run({64, shape + 1}, candidates.all, stream));
  } catch (const DeviceError&) {
    return no_candidate;
  }
}

inline channel::Status run(ChooseAlgorithm& op) {
  OwnStream stream;
  channel::DeviceArray<int> results(op.shapes.size(), "results");
  AlgorithmCache cache;
  std::vector<int> known;
  channel::keep_timeline();
  const channel::Status status = channel::graded([&] {
    for (std::size_t call = 0; call < op.shapes.size(); ++call) {
      const int shape = op.shapes.values()[call];
      const bool is_new = std::find(known.begin(), known.end(), shape) == known.end();
      known.push_back(shape);
      const Candidates candidates(op, shape, is_new, results.data() + call);
      op.chosen.writable()[call] = chosen_by(cache, shape, candidates, stream.get());
      for (std::size_t i = 0; i < candidates.runs.size(); ++i)
        op.runs.writable()[call * candidates.runs.size() + i] = candidates.runs[i];
    }
    return cudaSuccess;
  });
  results.copy_to(op.results);
  return status;
}

}  // namespace gridmark::lab5::profiling
