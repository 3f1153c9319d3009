// Lab 5: where the time goes.
// Read profiling.h first: it holds the contract.
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
// 1. Batches ahead of time.

// TODO: page-locked buffers, a stream for the copies, and an event in each direction.
struct Prefetcher::State {};
Prefetcher::Prefetcher(const Images&, std::vector<std::int64_t>, std::int64_t, int) {}
Prefetcher::~Prefetcher() = default;
std::optional<Batch> Prefetcher::next() { return std::nullopt; }

// TODO: which rows, which depth, which interval? Measure, then choose.
Pipeline tuned_pipeline() { return {}; }

// ----------------------------------------------------------------------------------------------------
// 2. A step with names.

// TODO: a step in four ranges.
std::optional<Tensor> marked_step(Module&, Optimizer&, Batches&) { return std::nullopt; }

// ----------------------------------------------------------------------------------------------------
// 3. What a timeline says.

// TODO: the time that is looked at, then the times in it in which a kernel runs.
TraceSummary summarize(const Timeline&, int) { return {}; }

// TODO: one line of JSON for each event, as the header lists them.
std::string chrome_trace(const Timeline&) { return ""; }

// TODO: warm up, and look at nothing but the steps.
TraceSummary profile_steps(const std::function<void(int)>&, int, int, TimelineSource&, std::string&) { return {}; }

// ----------------------------------------------------------------------------------------------------
// 4. The fastest algorithm.

// TODO: try each candidate once for each shape, and remember the fastest.
struct AlgorithmCache::State {};
AlgorithmCache::AlgorithmCache() = default;
AlgorithmCache::~AlgorithmCache() = default;
std::size_t AlgorithmCache::run(const std::vector<std::int64_t>&, const std::vector<Candidate>&, cudaStream_t) {
  return 0;
}
