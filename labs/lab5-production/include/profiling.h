#pragma once
// Where the time of a training goes, and how to have less of it: what your profiling.cpp makes work.
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

/// What the device did when, in nanoseconds: <gridmark/timeline.h> describes the fields.
using gridmark::timeline::Timeline;
using TimelineCommand = gridmark::timeline::Span;  ///< kind, device, stream, name, submitted_ns, begin_ns, end_ns, ...
using TimelineRange = gridmark::timeline::Range;   ///< name, thread, begin_ns, end_ns
using TimelineWait = gridmark::timeline::Wait;     ///< name, begin_ns, end_ns

// ----------------------------------------------------------------------------------------------------
// Batches ahead of time.

/// The same micro-batches as PlainBatches. While the device computes with one, the next ones are copied.
///
/// memory   `depth` buffers on the device and as many of page-locked memory on the host
/// streams  copies go to a stream of this object alone. They wait until the stream that is current at next()
///          has done its work with the buffer, and that stream waits for the copy of the batch that it gets
/// host     waits for nothing but the last copy from the page-locked memory that it is about to fill again
/// errors   gridmark::tensor::Error: rows or depth below 1
class Prefetcher : public Batches {
 public:
  Prefetcher(const gridmark::tensor::Images& images, std::vector<std::int64_t> order, std::int64_t rows, int depth);
  /// Waits until no copy uses its memory any more.
  ~Prefetcher() override;
  Prefetcher(const Prefetcher&) = delete;
  Prefetcher& operator=(const Prefetcher&) = delete;

  std::optional<gridmark::tensor::Batch> next() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The pipeline that keeps the device busy in the training that the handout describes.
Pipeline tuned_pipeline();

// ----------------------------------------------------------------------------------------------------
// A step with names.

/// One training step: the next batch, the forward pass with its cross entropy, the backward pass, the
/// optimizer. Gradients of the step before do not count.
///
/// ranges   of NVTX: "step", and within it "load", "forward", "backward", "optimizer", in this order. Each
///          command is queued in the range that it belongs to; zero_grad() belongs to "optimizer"
/// host     waits for nothing
/// returns  the loss, on the device; empty behind the last batch, when "step" has "load" alone
std::optional<gridmark::tensor::Tensor> marked_step(gridmark::tensor::Module& module,
                                                    gridmark::tensor::Optimizer& optimizer, Batches& batches);

// ----------------------------------------------------------------------------------------------------
// What a timeline says.

/// One kernel or function of a library by its name.
struct KernelTime {
  std::string name;
  std::int64_t calls = 0;
  double microseconds = 0;  ///< of all calls together
};

/// What belongs to the NVTX ranges of one name.
struct PhaseTime {
  double host_us = 0;    ///< length of the ranges
  double device_us = 0;  ///< in which a kernel or library ran that was queued in them
};

/// Of one device, all in microseconds. A command is a span of the device. A kernel or library keeps the device
/// busy; a copy, a fill, a collective and a host function do not. At no moment is it busier than once.
///
/// A command is queued in a range where range.begin_ns < command.submitted_ns <= range.end_ns. The time that is
/// looked at begins with the first range "step". It ends with the last one, or with the last command of the
/// device that was queued in one, whichever is later. Of each command and range, the part in this time counts.
struct TraceSummary {
  std::int64_t steps = 0;     ///< ranges "step"; without one all else is 0
  double total_us = 0;        ///< the time that is looked at
  double busy_share = 0;      ///< of it, the device is busy: 0 to 1
  double longest_gap_us = 0;  ///< the longest time without a pause in which the device is not busy
  std::vector<KernelTime> top_kernels;  ///< all of them, the most time first; of equals, by name
  PhaseTime load, forward, backward, optimizer;
};

/// The ranges and spans may overlap and come in any order.
TraceSummary summarize(const Timeline& timeline, int device);

/// The timeline as chrome://tracing and Perfetto read it: JSON, one object.
///
///   "displayTimeUnit"  "ms"
///   "traceEvents"      list of the events below; "ts" and "dur" in microseconds, exact to a nanosecond
///
/// Each event has "ph", "pid", "tid", "name". The host is process 0, device N is process 1 + N.
///
///   M  name "process_name" or "thread_name", args {"name": TEXT}: for each process, and each of its threads
///   X  has cat, ts, dur
///      cat "kernel" (kernels, libraries, collectives), "gpu_memcpy" (copies), "gpu_memset" (fills), "cpu_op"
///      (host functions): each command, from begin_ns to end_ns, on the thread of its stream's number,
///      args {"correlation": N}
///      cat "cuda_runtime": for each correlation, the call that queued it, on thread 0 of the host, from
///      submitted_ns - 1000 to submitted_ns, with any name and args {"correlation": N}; for each wait, its name
///      and times, on the same thread
///      cat "user_annotation": each range, on the host's thread of the range's number
///   s  cat "ac2g", id, ts: an arrow begins at the begin of the call, on the call's thread
///   f  the same and "bp": "e": the arrow ends at the begin of the command, on its thread. Each command has one
///      arrow, whose name and id are yours; an id belongs to one arrow
///
/// accepts  names with any bytes of UTF-8, control characters among them
/// source   the "Trace Event Format", and the categories of PyTorch's profiler (kineto)
std::string chrome_trace(const Timeline& timeline);

/// Where timelines come from. EmulatedTimeline (timeline_source.h) is the emulated device's.
class TimelineSource {
 public:
  virtual ~TimelineSource() = default;
  /// What has begun and not ended may be in the next timeline in part: wait for the device first.
  virtual void reset() = 0;
  /// Since reset(). Commands that have not ended are not in it.
  virtual Timeline read() = 0;
};

/// Calls train(warm_up), which is not looked at, then train(steps), whose timeline becomes the summary of the
/// current device and the trace. train() may return before its work is done.
TraceSummary profile_steps(const std::function<void(int steps)>& train, int warm_up, int steps, TimelineSource& source,
                           std::string& trace);

// ----------------------------------------------------------------------------------------------------
// The fastest algorithm.

/// One way to compute something, queued in a stream. All candidates give the same result.
using Candidate = std::function<cudaError_t(cudaStream_t stream)>;

/// Finds out which of several candidates is the fastest, once for each shape: the idea of cudnn.benchmark.
class AlgorithmCache {
 public:
  static constexpr int most_calls = 5;  ///< of each candidate when a shape is new

  AlgorithmCache();
  ~AlgorithmCache();

  /// Computes the result, and returns the index of the fastest candidate.
  ///
  /// A new shape: each candidate runs once to warm up, then at least once between two events in `stream`. A
  /// candidate that returns an error is left out. Of equally fast ones the first is chosen.
  /// A known shape: the chosen candidate runs once, and the host waits for nothing.
  ///
  /// candidates  the same ones in each call with this shape; at least one
  /// errors      gridmark::tensor::DeviceError: every candidate returns an error
  std::size_t run(const std::vector<std::int64_t>& shape, const std::vector<Candidate>& candidates,
                  cudaStream_t stream);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
