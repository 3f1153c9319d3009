#pragma once
// A stand-in for a product. It notes how much earlier work was done when it was called, and when its own work
// ran, by the host's clock and by events.
//
// Theory of operation
// Each call queues in the caller's stream: an event, a host function, a copy to the device, a kernel, a host
// function, an event. The host functions mark the start and the end of the work. So the work that is still
// running at the next call, or at the return of benchmark_matmul, is counted and not guessed. The checker
// chooses the length of each call, and it differs from call to call. So the returned time shows which calls
// were timed. On the emulated device the host's clock and the device's are far apart (a host function sleeps,
// and is modelled as short). So the answer also shows which clock was read. If the device can provide source
// lines, the reply has those that call the kernel and those that read a clock (call_places.h).
#include <time.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labs/lab1-gpu-basics/call_places.h"
#include "labs/lab1-gpu-basics/operations.h"

namespace gridmark::lab1 {

static __global__ void touch(const float* a, const float* b, float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}

class Probe {
 public:
  static constexpr std::size_t unit_bytes = 1 << 20;  ///< bytes that a call copies per unit of cost

  explicit Probe(Benchmark& op) : op_(op), slots_(Benchmark::most_calls) {
    int most = 1;
    for (const int cost : op.costs.values()) most = cost > most ? cost : most;
    channel::require(cudaMalloc(&device_, unit_bytes * static_cast<std::size_t>(most)));
    channel::require(cudaMallocHost(&host_, unit_bytes * static_cast<std::size_t>(most)));
    channel::require(cudaEventCreate(&zero_));
    channel::require(cudaEventRecord(zero_, nullptr));
    channel::require(cudaDeviceSynchronize());
    current() = this;
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;
  ~Probe() {
    current() = nullptr;
    cudaDeviceSynchronize();
    for (Slot& slot : slots_) {
      if (slot.begin) cudaEventDestroy(slot.begin);
      if (slot.end) cudaEventDestroy(slot.end);
    }
    cudaEventDestroy(zero_);
    cudaFree(device_);
    cudaFreeHost(host_);
  }

  /// The kernel that benchmark_matmul receives.
  static cudaError_t kernel(const float* a, const float* b, float* c, int m, int n, int k,
                            cudaStream_t stream) {
    current()->places_.called(__builtin_return_address(0));
    return current()->called(a, b, c, m, n, k, stream);
  }

  /// Notes the work that is done. Call it as soon as benchmark_matmul has returned.
  SeenRun returned() {
    SeenRun run;
    run.calls = calls_;
    run.finished = finished_.load();
    run.returned = now();
    const int first_timed = calls_ - op_.iterations;
    run.looks_before = places_.looks_up_to(first_timed);
    run.looks_after = places_.looks_after_all();
    places_.note(first_timed, op_.fails_at);
    return run;
  }

  /// Writes the notes, one element for each call, after all work is done.
  void write_calls(std::span<SeenCall> calls) {
    channel::require(cudaDeviceSynchronize());
    for (std::size_t i = 0; i < calls.size() && static_cast<int>(i) < calls_; ++i) {
      Slot& slot = slots_[i];
      if (slot.end)
        slot.seen.device_begin = since_zero(slot.begin), slot.seen.device_end = since_zero(slot.end);
      calls[i] = slot.seen;
    }
  }

 private:
  struct Slot {
    Probe* probe = nullptr;
    int cost = 1;
    SeenCall seen;
    cudaEvent_t begin = nullptr, end = nullptr;
  };

  static Probe*& current() {
    static Probe* instance = nullptr;
    return instance;
  }

  /// Does not use std::chrono, whose calls are watched.
  static double system_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
  }
  double now() const { return system_ms() - start_; }

  double since_zero(cudaEvent_t event) const {
    float ms = 0;
    channel::require(cudaEventElapsedTime(&ms, zero_, event));
    return ms;
  }

  static void work_begins(void* data) {
    Slot& slot = *static_cast<Slot*>(data);
    slot.seen.host_begin = slot.probe->now();
    std::this_thread::sleep_for(std::chrono::milliseconds(2 * slot.cost));
  }
  static void work_ends(void* data) {
    Slot& slot = *static_cast<Slot*>(data);
    slot.seen.host_end = slot.probe->now();
    slot.probe->finished_.fetch_add(1);
  }

  cudaError_t called(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
    const int call = calls_++;
    if (call == op_.fails_at) return cudaErrorLaunchOutOfResources;
    if (call >= Benchmark::most_calls) return cudaSuccess;
    Slot& slot = slots_[static_cast<std::size_t>(call)];
    slot.seen.finished_before = finished_.load();
    slot.seen.shape_is_right = m == op_.n && n == op_.n && k == op_.n;
    if (slot.seen.shape_is_right == 0) return cudaErrorInvalidValue;
    slot.probe = this;
    const auto costs = op_.costs.values();
    slot.cost = costs[static_cast<std::size_t>(call) % costs.size()];
    return queue(slot, {a, b, c}, stream);
  }

  struct Buffers {
    const float *a, *b;
    float* c;
  };

  cudaError_t queue(Slot& slot, const Buffers& buffers, cudaStream_t stream) {
    channel::require(cudaEventCreate(&slot.begin));
    channel::require(cudaEventCreate(&slot.end));
    channel::require(cudaEventRecord(slot.begin, stream));
    channel::require(cudaLaunchHostFunc(stream, work_begins, &slot));
    const std::size_t bytes = unit_bytes * static_cast<std::size_t>(slot.cost);
    channel::require(cudaMemcpyAsync(device_, host_, bytes, cudaMemcpyHostToDevice, stream));
    const int count = op_.n * op_.n, threads = 256;
    touch<<<(count + threads - 1) / threads, threads, 0, stream>>>(buffers.a, buffers.b, buffers.c, count);
    const cudaError_t launched = cudaGetLastError();
    channel::require(cudaLaunchHostFunc(stream, work_ends, &slot));
    channel::require(cudaEventRecord(slot.end, stream));
    return launched;
  }

  Benchmark& op_;
  std::vector<Slot> slots_;
  int calls_ = 0;
  std::atomic<int> finished_ = 0;
  double start_ = system_ms();
  CallPlaces places_{finished_};
  cudaEvent_t zero_ = nullptr;
  void *device_ = nullptr, *host_ = nullptr;
};

}  // namespace gridmark::lab1
