#pragma once
#include <string_view>

#include "grader/core/error.h"
#include "grader/core/sweep.h"

namespace gridmark::load {

/// The output of a lab's benchmarks, in Google Benchmark's JSON. A benchmark's name is
/// SERIES/PROVENANCE/SIZE. Its counters are n and tflops, and with_copies_ms, bytes_loaded and sectors if
/// known.
///
/// errors  checker: another text
Result<Sweep> load_sweep(std::string_view text);

}  // namespace gridmark::load
