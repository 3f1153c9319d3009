#pragma once
// Operations that the checker of lab 5 can run in profiling.cpp.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"

namespace gridmark::lab5 {

/// A name as a row of an array. 0 ends it.
using Name = std::array<char, 80>;

struct SpanRow {
  Name kind, name;
  std::int64_t device;
  std::uint64_t stream, correlation;
  double submitted_ns, begin_ns, end_ns;
};

/// An NVTX range, or a wait, which does not have a thread.
struct RangeRow {
  Name name;
  std::uint64_t thread;
  double begin_ns, end_ns;
};

struct PhaseRow {
  double host_us, device_us;
};

/// A TraceSummary.
struct SummaryRow {
  std::int64_t steps;
  double total_us, busy_share, longest_gap_us;
  PhaseRow load, forward, backward, optimizer;
  std::int64_t kernels;  ///< number of rows in top_kernels
};

struct KernelRow {
  Name name;
  std::int64_t calls;
  double microseconds;
};

inline constexpr std::size_t most_kernels = 16;

/// summarize() of a timeline from the checker.
struct Summarize {
  static constexpr std::string_view name = "summarize";
  int device = 0;
  channel::In<SpanRow> spans = {};
  channel::In<RangeRow> ranges = {};
  channel::Out<SummaryRow> summary{1};
  channel::Out<KernelRow> kernels{most_kernels};
  auto fields() { return std::tie(device, spans, ranges, summary, kernels); }
  std::string subject() const { return "summarize"; }
  std::string describe() const { return "summarize(device " + std::to_string(device) + ")"; }
};

/// chrome_trace() of a timeline from the checker.
struct ChromeTrace {
  static constexpr std::string_view name = "chrome_trace";
  channel::In<SpanRow> spans = {};
  channel::In<RangeRow> ranges = {}, waits = {};
  channel::Out<char> text{1 << 16};
  channel::Out<std::int64_t> length{1};  ///< length of the complete text
  auto fields() { return std::tie(spans, ranges, waits, text, length); }
  std::string subject() const { return "chrome_trace"; }
  std::string describe() const { return "chrome_trace"; }
};

/// profile_steps() of a training with three kernels in each step.
struct ProfileSteps {
  static constexpr std::string_view name = "profile_steps";
  int warm_up = 1, steps = 2;
  channel::Out<char> calls{256};  ///< "train 1, reset, train 2, read"; with " too early" after calls that are
  channel::Out<SummaryRow> summary{1};
  channel::Out<KernelRow> kernels{most_kernels};
  channel::Out<char> text{1 << 18};
  channel::Out<std::int64_t> length{1};
  auto fields() { return std::tie(warm_up, steps, calls, summary, kernels, text, length); }
  std::string subject() const { return "profile_steps"; }
  std::string describe() const {
    return "profile_steps(warm_up " + std::to_string(warm_up) + ", steps " + std::to_string(steps) + ")";
  }
};

/// Steps of a small net with marked_step(), one more than there are batches.
struct MarkedSteps {
  static constexpr std::string_view name = "marked_steps";
  bool given = false;  ///< the timeline is from the adaptor's own loop
  int batches = 2, rows = 4, width = 8;
  channel::In<float> x = {};     ///< [batches * rows, width]
  channel::In<int> labels = {};  ///< [batches * rows]
  channel::Out<float> losses = {}, trained = {};
  channel::Out<float> expected_losses = {}, expected = {};  ///< from the adaptor's own loop
  channel::Out<std::int64_t> made{1};                       ///< number of steps that returned a loss
  auto fields() {
    return std::tie(given, batches, rows, width, x, labels, losses, trained, expected_losses, expected, made);
  }
  std::string subject() const { return "marked_step"; }
  std::string describe() const {
    return "marked_step(" + std::to_string(batches) + " batches of " + std::to_string(rows) + " rows)";
  }
};

/// The result of tuned_pipeline().
struct TunedPipeline {
  static constexpr std::string_view name = "tuned_pipeline";
  channel::Out<std::int64_t> levers{3};  ///< micro_batch, depth, log_interval
  auto fields() { return std::tie(levers); }
  std::string subject() const { return "tuned_pipeline"; }
  std::string describe() const { return "tuned_pipeline()"; }
};

/// Training steps with batches of one pipeline.
struct RunPipeline {
  static constexpr std::string_view name = "run_pipeline";
  bool given = false;  ///< PlainBatches instead of the Prefetcher
  std::int64_t micro_batch = 8;
  int depth = 1, log_interval = 1;
  int warm_up = 1, steps = 2;
  channel::In<float> pixels = {};     ///< [images, pixels of one]
  channel::In<int> labels = {};       ///< [images]
  channel::Out<float> trained = {};   ///< parameters after the steps
  channel::Out<float> expected = {};  ///< the same with PlainBatches
  auto fields() {
    return std::tie(given, micro_batch, depth, log_interval, warm_up, steps, pixels, labels, trained, expected);
  }
  std::string subject() const { return given ? "PlainBatches" : "Prefetcher"; }
  std::string describe() const {
    return "training with " + subject() + "(" + std::to_string(micro_batch) + " rows" +
           (given ? "" : ", depth " + std::to_string(depth)) + "), a look at the loss every " +
           std::to_string(log_interval) + " steps";
  }
};

/// The stream that was made first. If the host waits for both, the emulated device runs the newer one first.
enum class Made : int { computing_first, computing_last, no_stream };

/// All batches of a Prefetcher. A delayed stream copies each of them.
struct Prefetch {
  static constexpr std::string_view name = "prefetch";
  Made made = Made::no_stream;
  std::int64_t rows = 4;
  int depth = 2;
  int taken = -1;                  ///< number of requested batches, -1 for all
  int slow_use = 0;                ///< number of kernels that use each batch in sequence
  channel::In<float> pixels = {};  ///< [images, pixels of one]
  channel::In<int> labels = {};    ///< [images]
  channel::In<std::int64_t> order = {};
  channel::Out<float> seen = {};          ///< [order, pixels of one]
  channel::Out<int> seen_labels = {};     ///< [order]
  channel::Out<std::int64_t> sizes = {};  ///< sizes of the batches in order; -1 after the last one
  channel::Out<int> refused{1};           ///< 1: the constructor or next() threw an Error
  auto fields() {
    return std::tie(made, rows, depth, taken, slow_use, pixels, labels, order, seen, seen_labels, sizes, refused);
  }
  std::string subject() const { return "Prefetcher"; }
  std::string describe() const {
    return "Prefetcher(" + std::to_string(order.size()) + " images, " + std::to_string(rows) + " rows, depth " +
           std::to_string(depth) + ")";
  }
};

inline constexpr std::int64_t no_candidate = -2;

/// Calls of AlgorithmCache::run(). A candidate is a sequence of small kernels.
struct ChooseAlgorithm {
  static constexpr std::string_view name = "choose_algorithm";
  int candidates = 3;
  channel::In<int> kernels = {};           ///< [shapes, candidates]; below 0: the candidate returns an error
  channel::In<int> first_kernels = {};     ///< [candidates]: additional ones in each shape's first call
  channel::In<int> shapes = {};            ///< shapes of the calls in order
  channel::Out<std::int64_t> chosen = {};  ///< [calls]; no_candidate: the call threw DeviceError
  channel::Out<std::int64_t> runs = {};    ///< [calls, candidates]: number of runs
  channel::Out<int> results = {};          ///< [calls]: 1000 + shape
  auto fields() { return std::tie(candidates, kernels, first_kernels, shapes, chosen, runs, results); }
  std::string subject() const { return "AlgorithmCache::run"; }
  std::string describe() const { return "AlgorithmCache::run, " + std::to_string(shapes.size()) + " calls"; }
};

}  // namespace gridmark::lab5
