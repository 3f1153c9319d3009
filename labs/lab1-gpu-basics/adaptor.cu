// Runs lab 1's operations on the device, with the student's functions.
#include "labs/lab1-gpu-basics/include/benchmark.h"
#include "labs/lab1-gpu-basics/include/matmul.h"

#include <cstring>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labs/lab1-gpu-basics/operations.h"
#include "labs/lab1-gpu-basics/probe.h"

using gridmark::channel::DeviceArray;
using gridmark::channel::Status;
using gridmark::lab1::Benchmark;
using gridmark::lab1::Matmul;
using gridmark::lab1::Probe;
using gridmark::lab1::SeenRun;

namespace {

constexpr Kernel products[] = {matmul_naive, matmul_coalesced, matmul_tiled, matmul_regtile};

/// Whether the array still has the input's bytes.
bool holds(const DeviceArray<float>& array, const gridmark::channel::In<float>& input) {
  std::vector<float> now(array.size());
  gridmark::channel::require(
      cudaMemcpy(now.data(), array.data(), now.size() * sizeof(float), cudaMemcpyDeviceToHost));
  return std::memcmp(now.data(), input.data(), now.size() * sizeof(float)) == 0;
}

}  // namespace

GRIDMARK_OPERATION(Matmul, op) {
  const DeviceArray<float> a(op.a, "a"), b(op.b, "b");
  DeviceArray<float> c(op.c.size(), "c", op.before);
  const Kernel product = products[static_cast<int>(op.kernel)];
  const gridmark::channel::GivenStream stream(op.circumstance);
  const Status status = gridmark::channel::graded(
      [&] { return product(a.data(), b.data(), c.data(), op.m, op.n, op.k, stream.get()); });
  c.copy_to(op.c);
  op.kept.writable()[0] = holds(a, op.a) && holds(b, op.b);
  return status;
}

GRIDMARK_OPERATION(Benchmark, op) {
  Probe probe(op);
  const BenchResult result = benchmark_matmul(&Probe::kernel, op.n, op.iterations);
  SeenRun run = probe.returned();
  run.ms = result.ms, run.tflops = result.tflops, run.cv = result.cv;
  op.run.writable()[0] = run;
  probe.write_calls(op.calls.writable());
  return {};
}

#include "labs/lab1-gpu-basics/memory_adaptor.cuh"  // the operations of memory_profiling.cu
