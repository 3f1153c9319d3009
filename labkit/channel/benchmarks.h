#pragma once
namespace gridmark::channel {

/// Registers a lab's benchmarks with Google Benchmark, for the device of options(). Each lab with benchmarks
/// defines this function.
void register_benchmarks();

}  // namespace gridmark::channel
