// main of a lab's benchmarks: Google Benchmark over the channel. gridmark runs it.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>

#include "labkit/channel/ask.h"
#include "labkit/channel/benchmarks.h"
#include "labkit/channel/options.h"

int main(int argc, char** argv) {
  try {
    benchmark::Initialize(&argc, argv);
    if (const std::string wrong = gridmark::channel::parse_options(argc, argv); !wrong.empty())
      throw std::runtime_error(wrong);
    gridmark::channel::register_benchmarks();
    benchmark::RunSpecifiedBenchmarks();
    gridmark::channel::end_all_workers();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "benchmarks: %s\n", error.what());
    return 2;
  }
}
