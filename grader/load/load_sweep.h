#pragma once
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/sweep.h"

namespace gridmark::load {

/// What a lab's benchmarks wrote, in Google Benchmark's JSON. A benchmark is called SERIES/PROVENANCE/SIZE
/// and has the counters n and tflops; with_copies_ms, bytes_loaded and sectors where it knows them.
///
/// errors  checker: it is not that
Result<Sweep> load_sweep(std::string_view text);

}  // namespace gridmark::load
