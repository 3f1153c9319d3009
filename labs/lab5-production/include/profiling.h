#pragma once
// Where the time of a training goes, and how to reduce it. You implement this in profiling.cpp.
#include <cuda_runtime.h>
#include <gridmark/timeline.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batches.h"
#include "labkit/tensor/tensor.h"
#include "pipeline.h"

/// The work of the device over time, in nanoseconds: <gridmark/timeline.h> describes the fields.
using gridmark::timeline::Timeline;
using TimelineCommand = gridmark::timeline::Span;  ///< kind, device, stream, name, submitted_ns, begin_ns, end_ns, ...
using TimelineRange = gridmark::timeline::Range;   ///< name, thread, begin_ns, end_ns
using TimelineWait = gridmark::timeline::Wait;     ///< name, begin_ns, end_ns

// ----------------------------------------------------------------------------------------------------
// Batches ahead of time.

/// The same micro-batches as PlainBatches. While the device computes with one, the next ones are copied.
///
/// memory   `depth` buffers on the device, and as many in page-locked memory on the host
/// streams  Copies use a stream that only this object uses. A copy waits until the stream that is current at next()
///          has finished with the buffer. The current stream waits for the copy of the batch that next() returns.
/// host     waits only for the last copy from the page-locked memory that it is about to fill again
/// errors   gridmark::tensor::Error: rows or depth is below 1
class Prefetcher : public Batches {
 public:
  Prefetcher(const gridmark::tensor::Images& images, std::vector<std::int64_t> order, std::int64_t rows, int depth);
  /// Waits until no copy uses its memory.
  ~Prefetcher() override;
  Prefetcher(const Prefetcher&) = delete;
  Prefetcher& operator=(const Prefetcher&) = delete;

  std::optional<gridmark::tensor::Batch> next() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Settings that keep the device busy in the training that the handout describes.
Pipeline tuned_pipeline();

// ----------------------------------------------------------------------------------------------------
// A step with names.

/// One training step: the next batch, the forward pass with its cross entropy, the backward pass, the
/// optimizer. The gradients of the previous step must not be added.
///
/// ranges   NVTX ranges: "step", and inside it "load", "forward", "backward", "optimizer", in this order. Queue each
///          command in the range that it belongs to. zero_grad() belongs to "optimizer".
/// host     must not wait
/// returns  the loss, on the device. Empty after the last batch: then "step" contains only "load".
std::optional<gridmark::tensor::Tensor> marked_step(gridmark::tensor::Module& module,
                                                    gridmark::tensor::Optimizer& optimizer, Batches& batches);

// ----------------------------------------------------------------------------------------------------
// Summary of a timeline.

/// All calls of a kernel or library function of one name.
struct KernelTime {
  std::string name;
  std::int64_t calls = 0;
  double microseconds = 0;  ///< sum over all calls
};

/// Times of the NVTX ranges of one name.
struct PhaseTime {
  double host_us = 0;    ///< length of the ranges
  double device_us = 0;  ///< time in which a kernel or library function that was queued in them ran
};

/// Summary of one device, with all times in microseconds. A command is a span of the device. Kernels and libraries
/// keep the device busy. Copies, fills, collectives and host functions do not. Overlapping commands count once.
///
/// A command is queued in a range if range.begin_ns < command.submitted_ns <= range.end_ns. The measured time begins
/// with the first range "step". It ends with the last range "step", or with the last command of the device that was
/// queued in such a range, whichever is later. Only the part of a command or range inside this time counts.
struct TraceSummary {
  std::int64_t steps = 0;     ///< ranges "step". Without one, everything else is 0.
  double total_us = 0;        ///< the measured time
  double busy_share = 0;      ///< fraction of it in which the device is busy, 0 to 1
  double longest_gap_us = 0;  ///< the longest continuous time in which the device is not busy
  std::vector<KernelTime> top_kernels;  ///< all kernels and library functions, the most time first, equal times by name
  PhaseTime load, forward, backward, optimizer;
};

/// The ranges and spans may overlap and may be in any order.
TraceSummary summarize(const Timeline& timeline, int device);

/// The timeline as JSON, one object, for chrome://tracing and Perfetto.
///
///   "displayTimeUnit"  "ms"
///   "traceEvents"      list of the events below, with "ts" and "dur" in microseconds, exact to a nanosecond
///
/// Each event has "ph", "pid", "tid", "name". The host is process 0, device N is process 1 + N.
///
///   M  name "process_name" or "thread_name", args {"name": TEXT}: one for each process and each of its threads
///   X  has cat, ts, dur
///      cat "kernel" (kernels, libraries, collectives), "gpu_memcpy" (copies), "gpu_memset" (fills), "cpu_op"
///      (host functions): each command, from begin_ns to end_ns, with args {"correlation": N}. The tid is the number
///      of its stream.
///      cat "cuda_runtime": for each correlation, the call that queued it, on thread 0 of the host, from
///      submitted_ns - 1000 to submitted_ns, with any name and args {"correlation": N}. Each wait is on the same
///      thread, with its name and times.
///      cat "user_annotation": each range, on the host. The tid is the thread number of the range.
///   s  cat "ac2g", id, ts: an arrow begins at the start of the call, on the thread of the call
///   f  the same and "bp": "e": the arrow ends at the start of the command, on the thread of the command. Each
///      command has one arrow. You choose its name and its id, but two arrows must not use the same id.
///
/// accepts  names with any UTF-8 characters, including control characters
/// source   the "Trace Event Format", and the categories of PyTorch's profiler (kineto)
std::string chrome_trace(const Timeline& timeline);

/// A source of timelines. EmulatedTimeline (timeline_source.h) reads the emulated device.
class TimelineSource {
 public:
  virtual ~TimelineSource() = default;
  /// Begins a new timeline. Wait for the device first. Otherwise the timeline may contain a part of the commands that
  /// are still running.
  virtual void reset() = 0;
  /// The timeline since reset(), without commands that are still running.
  virtual Timeline read() = 0;
};

/// Calls train(warm_up), which is not measured, and then train(steps). Writes the timeline of train(steps) to `trace`
/// and returns its summary for the current device. train() may return before its work is done.
TraceSummary profile_steps(const std::function<void(int steps)>& train, int warm_up, int steps, TimelineSource& source,
                           std::string& trace);

// ----------------------------------------------------------------------------------------------------
// The fastest algorithm.

/// One way to compute a result, queued in a stream. All candidates give the same result.
using Candidate = std::function<cudaError_t(cudaStream_t stream)>;

/// Finds the fastest of several candidates, once for each shape, as cudnn.benchmark does.
class AlgorithmCache {
 public:
  static constexpr int most_calls = 5;  ///< for each candidate when a shape is new

  AlgorithmCache();
  ~AlgorithmCache();

  /// Computes the result, and returns the index of the fastest candidate.
  ///
  /// A new shape: each candidate runs once to warm up, then at least once between two events in `stream`. A
  /// candidate that returns an error is ignored. If several are equally fast, the first is chosen.
  /// A known shape: the chosen candidate runs once, and the host must not wait.
  ///
  /// candidates  at least one, and the same in each call with this shape
  /// errors      gridmark::tensor::DeviceError: every candidate returns an error
  std::size_t run(const std::vector<std::int64_t>& shape, const std::vector<Candidate>& candidates,
                  cudaStream_t stream);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
