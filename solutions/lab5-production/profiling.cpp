// Lab 5: where the time goes.
// Read profiling.h first. It holds the contract.
#include "profiling.h"

#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "labkit/tensor/device.h"
#include "labkit/tensor/stream.h"

using namespace gridmark::tensor;
using Command = TimelineCommand;
using Range = TimelineRange;

static void check(cudaError_t error) { gridmark::tensor::check(error, "profiling"); }

// ----------------------------------------------------------------------------------------------------
// 1. Batches that are copied ahead.

// BEGIN SOLUTION prefetcher
//: // TODO: use page-locked buffers, a stream for the copies, and an event in each direction.
//: struct Prefetcher::State {};
//: Prefetcher::Prefetcher(const Images&, std::vector<std::int64_t>, std::int64_t, int) {}
//: Prefetcher::~Prefetcher() = default;
//: std::optional<Batch> Prefetcher::next() { return std::nullopt; }
class Event {
 public:
  Event() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream)); }
  void hold(cudaStream_t stream) { check(cudaStreamWaitEvent(stream, event_, 0)); }
  void wait() { check(cudaEventSynchronize(event_)); }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Memory for one batch, on the host and on the device.
struct Buffer {
  Buffer(const Shape& shape)
      : inputs(Tensor::empty(shape, DType::f32, Device::cuda())),
        labels(Tensor::empty({shape[0]}, DType::i32, Device::cuda())) {
    check(cudaMallocHost(&pixels, inputs.bytes()));
    check(cudaMallocHost(&classes, labels.bytes()));
    used.record(current_stream());  // this stream may still use a tensor that had this memory
  }
  ~Buffer() {
    cudaFreeHost(pixels);
    cudaFreeHost(classes);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  Tensor inputs, labels;
  void *pixels = nullptr, *classes = nullptr;  ///< page-locked
  Event copied, used;
};

struct Prefetcher::State {
  State(const Images& images, std::vector<std::int64_t> order, std::int64_t rows)
      : loader(images, rows, 0, Device::cuda(), Tail::kept) {
    loader.set_order(std::move(order));
    check(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
  }
  ~State() {
    cudaStreamSynchronize(copies);
    buffers.clear();
    cudaStreamDestroy(copies);
  }

  Buffer& buffer_of(std::int64_t index) { return *buffers[static_cast<std::size_t>(index) % buffers.size()]; }

  /// Starts the copy of the next batch, if there is one.
  void fetch() {
    if (fetched == loader.batches()) return;
    Buffer& buffer = buffer_of(fetched);
    buffer.copied.wait();
    loader.copy_batch(fetched, static_cast<float*>(buffer.pixels), static_cast<std::int32_t*>(buffer.classes));
    buffer.used.hold(copies);
    const auto count = static_cast<std::size_t>(loader.size(fetched));
    const std::size_t image = buffer.inputs.bytes() / static_cast<std::size_t>(buffer.inputs.size(0));
    check(cudaMemcpyAsync(buffer.inputs.data<void>(), buffer.pixels, count * image, cudaMemcpyHostToDevice, copies));
    check(cudaMemcpyAsync(buffer.labels.data<void>(), buffer.classes, count * sizeof(std::int32_t),
                          cudaMemcpyHostToDevice, copies));
    buffer.copied.record(copies);
    ++fetched;
  }

  DataLoader loader;  ///< finds the rows. Its batches are not used.
  cudaStream_t copies = nullptr;
  std::vector<std::unique_ptr<Buffer>> buffers;
  std::int64_t fetched = 0, given = 0;
};

Prefetcher::Prefetcher(const Images& images, std::vector<std::int64_t> order, std::int64_t rows, int depth) {
  if (depth < 1) throw Error("a Prefetcher with " + std::to_string(depth) + " buffers; expected at least 1");
  state_ = std::make_unique<State>(images, std::move(order), rows);
  Shape shape = images.pixels.shape();
  shape[0] = rows;
  for (int i = 0; i < depth; ++i) state_->buffers.push_back(std::make_unique<Buffer>(shape));
  for (int i = 0; i < depth; ++i) state_->fetch();
}

Prefetcher::~Prefetcher() = default;

std::optional<Batch> Prefetcher::next() {
  const cudaStream_t computing = current_stream();
  if (state_->given > 0) {
    state_->buffer_of(state_->given - 1).used.record(computing);
    if (state_->fetched < state_->given + static_cast<std::int64_t>(state_->buffers.size())) state_->fetch();
  }
  if (state_->given == state_->loader.batches()) return std::nullopt;
  const std::int64_t count = state_->loader.size(state_->given);
  Buffer& buffer = state_->buffer_of(state_->given);
  ++state_->given;
  buffer.copied.hold(computing);
  return Batch{buffer.inputs.narrow(0, 0, count), buffer.labels.narrow(0, 0, count)};
}
// END SOLUTION prefetcher

// BEGIN SOLUTION tuned_pipeline
//: // TODO: choose the rows, the depth and the interval. Measure first.
//: Pipeline tuned_pipeline() { return {}; }
Pipeline tuned_pipeline() { return {.micro_batch = 48, .depth = 2, .log_interval = 10}; }
// END SOLUTION tuned_pipeline

// ----------------------------------------------------------------------------------------------------
// 2. A step with names.

// BEGIN SOLUTION marked_step
//: // TODO: make a step with four ranges.
//: std::optional<Tensor> marked_step(Module&, Optimizer&, Batches&) { return std::nullopt; }
/// An NVTX range that lasts as long as the object.
class NamedRange {
 public:
  explicit NamedRange(const char* name) { nvtxRangePushA(name); }
  ~NamedRange() { nvtxRangePop(); }
  NamedRange(const NamedRange&) = delete;
  NamedRange& operator=(const NamedRange&) = delete;
};

template <class Work>
static auto in_range(const char* name, const Work& work) {
  const NamedRange range(name);
  return work();
}

std::optional<Tensor> marked_step(Module& module, Optimizer& optimizer, Batches& batches) {
  const NamedRange step("step");
  const std::optional<Batch> batch = in_range("load", [&] { return batches.next(); });
  if (!batch) return std::nullopt;
  const Tensor loss = in_range("forward", [&] { return cross_entropy(module.forward(batch->inputs), batch->labels); });
  in_range("backward", [&] { loss.backward(); });
  in_range("optimizer", [&] {
    optimizer.step();
    optimizer.zero_grad();
  });
  return loss.detach();
}
// END SOLUTION marked_step

// ----------------------------------------------------------------------------------------------------
// 3. Summary and trace of a timeline.

// BEGIN SOLUTION summarize
//: // TODO: find the measured time first, then the times in which a kernel runs.
//: TraceSummary summarize(const Timeline&, int) { return {}; }
struct Times {
  double begin = 0, end = 0;
  double length() const { return end - begin; }
};

/// Merges overlapping times, and sorts them by begin.
static std::vector<Times> joined(std::vector<Times> all) {
  std::sort(all.begin(), all.end(), [](const Times& a, const Times& b) { return a.begin < b.begin; });
  std::vector<Times> joined;
  for (const Times& one : all)
    if (!joined.empty() && one.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, one.end);
    else
      joined.push_back(one);
  return joined;
}

static double covered(const std::vector<Times>& all) {
  double sum = 0;
  for (const Times& one : joined(all)) sum += one.length();
  return sum;
}

static bool keeps_busy(const Command& command) { return command.kind == "kernel" || command.kind == "library"; }

/// Computes the summary of one device in a timeline.
class Summary {
 public:
  Summary(const Timeline& timeline, int device) : timeline_(timeline) {
    for (const Command& command : timeline.spans)
      if (command.device == device) commands_.push_back(&command);
    for (const Range& range : timeline.ranges) {
      if (range.name != "step") continue;
      const double end = end_of(range);
      all_ = summary_.steps == 0 ? Times{range.begin_ns, end}
                                 : Times{std::min(all_.begin, range.begin_ns), std::max(all_.end, end)};
      ++summary_.steps;
    }
  }

  TraceSummary take() {
    if (summary_.steps == 0) return {};
    summary_.total_us = all_.length() / 1000;
    read_busy();
    read_kernels();
    for (auto& [name, phase] : {std::pair{"load", &summary_.load}, {"forward", &summary_.forward},
                                {"backward", &summary_.backward}, {"optimizer", &summary_.optimizer}})
      *phase = phase_of(name);
    return summary_;
  }

 private:
  static bool is_queued_in(const Command& command, const Range& range) {
    return range.begin_ns < command.submitted_ns && command.submitted_ns <= range.end_ns;
  }

  /// The end of the range and of all work that was queued in it.
  double end_of(const Range& range) const {
    double end = range.end_ns;
    for (const Command* command : commands_)
      if (is_queued_in(*command, range)) end = std::max(end, command->end_ns);
    return end;
  }

  /// The part inside the measured time. Its length is negative if there is none.
  template <class T>
  Times part_of(const T& one) const {
    return {std::max(one.begin_ns, all_.begin), std::min(one.end_ns, all_.end)};
  }

  template <class Wanted>
  std::vector<Times> busy_times(Wanted wanted) const {
    std::vector<Times> times;
    for (const Command* command : commands_)
      if (const Times part = part_of(*command); keeps_busy(*command) && part.length() > 0 && wanted(*command))
        times.push_back(part);
    return joined(times);
  }

  void read_busy() {
    std::vector<Times> busy = busy_times([](const Command&) { return true; });
    summary_.busy_share = all_.length() > 0 ? covered(busy) / all_.length() : 0;
    busy.push_back({all_.end, all_.end});
    double until = all_.begin;
    for (const Times& one : busy) {
      summary_.longest_gap_us = std::max(summary_.longest_gap_us, (one.begin - until) / 1000);
      until = one.end;
    }
  }

  void read_kernels() {
    std::map<std::string, KernelTime> kernels;
    for (const Command* command : commands_) {
      const Times part = part_of(*command);
      if (!keeps_busy(*command) || part.length() <= 0) continue;
      KernelTime& kernel = kernels[command->name];
      kernel.name = command->name;
      ++kernel.calls;
      kernel.microseconds += part.length() / 1000;
    }
    for (const auto& [name, kernel] : kernels) summary_.top_kernels.push_back(kernel);
    std::stable_sort(summary_.top_kernels.begin(), summary_.top_kernels.end(),
                     [](const KernelTime& a, const KernelTime& b) { return a.microseconds > b.microseconds; });
  }

  PhaseTime phase_of(const std::string& name) const {
    PhaseTime phase;
    std::vector<Range> ranges;
    for (const Range& range : timeline_.ranges)
      if (const Times part = part_of(range); range.name == name && part.length() > 0) {
        phase.host_us += part.length() / 1000;
        ranges.push_back(range);
      }
    phase.device_us = covered(busy_times([&](const Command& command) {
                        return std::any_of(ranges.begin(), ranges.end(),
                                           [&](const Range& range) { return is_queued_in(command, range); });
                      })) /
                      1000;
    return phase;
  }

  const Timeline& timeline_;
  std::vector<const Command*> commands_;
  Times all_;
  TraceSummary summary_;
};

TraceSummary summarize(const Timeline& timeline, int device) { return Summary(timeline, device).take(); }
// END SOLUTION summarize

// BEGIN SOLUTION chrome_trace
//: // TODO: write one line of JSON for each event in the header's list.
//: std::string chrome_trace(const Timeline&) { return ""; }
/// A JSON string, with quotes and escapes.
static std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    if (c == '"' || c == '\\') all += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      all += code;
    else
      all += c;
  }
  return all + '"';
}

/// Microseconds with six digits after the point: whole picoseconds.
static std::string microseconds(double nanoseconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6f", nanoseconds / 1000);
  return text;
}

static const char* category_of(const Command& command) {
  if (command.kind == "copy") return "gpu_memcpy";
  if (command.kind == "fill") return "gpu_memset";
  if (command.kind == "host") return "cpu_op";
  return "kernel";
}

/// A row of the viewer.
struct Thread {
  int process = 0;
  std::uint64_t number = 0;
  auto operator<=>(const Thread&) const = default;
};

class Trace {
 public:
  explicit Trace(const Timeline& timeline) {
    for (const Range& range : timeline.ranges)
      complete("user_annotation", range.name, {0, range.thread}, range.begin_ns, range.end_ns);
    for (const auto& wait : timeline.waits) complete("cuda_runtime", wait.name, calls, wait.begin_ns, wait.end_ns);
    for (const Command& command : timeline.spans) add(command);
    std::set<int> processes;
    for (const Thread& thread : threads_) {
      if (processes.insert(thread.process).second)
        name("process_name", thread.process, 0,
             thread.process == 0 ? "host" : "device " + std::to_string(thread.process - 1));
      name("thread_name", thread.process, thread.number, title_of(thread));
    }
  }

  std::string take() const { return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + events_ + "\n]}\n"; }

 private:
  static constexpr Thread calls = {};

  static std::string title_of(const Thread& thread) {
    if (thread == calls) return "calls";
    return (thread.process == 0 ? "ranges of thread " : "stream ") + std::to_string(thread.number);
  }

  void add(const Command& command) {
    const double called = command.submitted_ns - 1000;
    const std::string correlation = "{\"correlation\":" + std::to_string(command.correlation) + "}";
    if (called_.insert(command.correlation).second)
      complete("cuda_runtime", "queue " + command.name, calls, called, command.submitted_ns, correlation);
    const Thread stream{1 + command.device, command.stream};
    complete(category_of(command), command.name, stream, command.begin_ns, command.end_ns, correlation);
    ++arrows_;
    arrow("s", calls, called, "");
    arrow("f", stream, command.begin_ns, ",\"bp\":\"e\"");
  }

  void event(const char* phase, const std::string& name, const Thread& thread, const std::string& rest) {
    if (!events_.empty()) events_ += ",\n";
    events_ += std::string("{\"ph\":\"") + phase + "\",\"name\":" + quoted(name) +
               ",\"pid\":" + std::to_string(thread.process) + ",\"tid\":" + std::to_string(thread.number) + rest + "}";
  }

  void name(const char* what, int process, std::uint64_t thread, const std::string& text) {
    event("M", what, {process, thread}, ",\"args\":{\"name\":" + quoted(text) + "}");
  }

  void complete(const char* category, const std::string& name, const Thread& thread, double begin, double end,
                const std::string& args = "{}") {
    threads_.insert(thread);
    event("X", name, thread,
          std::string(",\"cat\":\"") + category + "\",\"ts\":" + microseconds(begin) +
              ",\"dur\":" + microseconds(end - begin) + ",\"args\":" + args);
  }

  void arrow(const char* phase, const Thread& thread, double at, const char* rest) {
    event(phase, "ac2g", thread,
          ",\"cat\":\"ac2g\",\"id\":" + std::to_string(arrows_) + ",\"ts\":" + microseconds(at) + rest);
  }

  std::string events_;
  std::set<Thread> threads_;
  std::set<std::uint64_t> called_;
  std::uint64_t arrows_ = 0;
};

std::string chrome_trace(const Timeline& timeline) { return Trace(timeline).take(); }
// END SOLUTION chrome_trace

// BEGIN SOLUTION profile_steps
//: // TODO: warm up first, then measure only the steps.
//: TraceSummary profile_steps(const std::function<void(int)>&, int, int, TimelineSource&, std::string&) { return {}; }
TraceSummary profile_steps(const std::function<void(int steps)>& train, int warm_up, int steps, TimelineSource& source,
                           std::string& trace) {
  train(warm_up);
  check(cudaDeviceSynchronize());
  source.reset();
  train(steps);
  check(cudaDeviceSynchronize());
  const Timeline timeline = source.read();
  trace = chrome_trace(timeline);
  int device = 0;
  check(cudaGetDevice(&device));
  return summarize(timeline, device);
}
// END SOLUTION profile_steps

// ----------------------------------------------------------------------------------------------------
// 4. The fastest algorithm.

// BEGIN SOLUTION algorithm_cache
//: // TODO: time the candidates once for each shape, and remember the fastest.
//: struct AlgorithmCache::State {};
//: AlgorithmCache::AlgorithmCache() = default;
//: AlgorithmCache::~AlgorithmCache() = default;
//: std::size_t AlgorithmCache::run(const std::vector<std::int64_t>&, const std::vector<Candidate>&, cudaStream_t) {
//:   return 0;
//: }
/// Measures the time between two events in a stream.
class Stopwatch {
 public:
  Stopwatch() {
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
  }
  ~Stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  /// Milliseconds of one call after a warm-up call, or empty if the candidate fails.
  std::optional<float> time(const Candidate& candidate, cudaStream_t stream) {
    if (candidate(stream) != cudaSuccess) return std::nullopt;
    check(cudaEventRecord(begin_, stream));
    if (candidate(stream) != cudaSuccess) return std::nullopt;
    check(cudaEventRecord(end_, stream));
    check(cudaEventSynchronize(end_));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return milliseconds;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

struct AlgorithmCache::State {
  std::map<std::vector<std::int64_t>, std::size_t> fastest;
};

AlgorithmCache::AlgorithmCache() : state_(std::make_unique<State>()) {}
AlgorithmCache::~AlgorithmCache() = default;

static std::size_t fastest_of(const std::vector<Candidate>& candidates, cudaStream_t stream) {
  Stopwatch stopwatch;
  std::optional<std::pair<float, std::size_t>> best;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (const auto time = stopwatch.time(candidates[i], stream); time && (!best || *time < best->first))
      best = {*time, i};
  if (!best) throw DeviceError("none of the " + std::to_string(candidates.size()) + " candidates runs");
  return best->second;
}

std::size_t AlgorithmCache::run(const std::vector<std::int64_t>& shape, const std::vector<Candidate>& candidates,
                                cudaStream_t stream) {
  const auto known = state_->fastest.find(shape);
  if (known != state_->fastest.end()) {
    check(candidates[known->second](stream));
    return known->second;
  }
  return state_->fastest[shape] = fastest_of(candidates, stream);
}
// END SOLUTION algorithm_cache
