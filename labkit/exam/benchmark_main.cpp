// main of a lab's benchmarks: Google Benchmark over the exam channel. gridmark runs it.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>

#include "labkit/exam/benchmarks.h"
#include "labkit/exam/exam.h"
#include "labkit/exam/options.h"

int main(int argc, char** argv) {
  try {
    benchmark::Initialize(&argc, argv);
    if (const std::string wrong = gridmark::exam::parse_options(argc, argv); !wrong.empty())
      throw std::runtime_error(wrong);
    gridmark::exam::register_benchmarks();
    benchmark::RunSpecifiedBenchmarks();
    gridmark::exam::end_all_workers();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "benchmarks: %s\n", error.what());
    return 2;
  }
}
