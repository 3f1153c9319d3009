// Theory of operation. A sample starts with a cold second-level cache. A buffer of twice the cache's size is
// written, which replaces all lines. Lines that a kernel asked to persist are released. The first event is
// recorded when the device is idle, and the second after cudaDeviceSynchronize(). So work in other streams
// and work that was queued late lies between them. This adds about ten microseconds. A rehearsal has the same
// cost, and the checker subtracts it. The host's clock runs next to the events. If they disagree, one of them
// was tampered with.
#include "labkit/cuda/section.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>

#include "labkit/cuda/ledger.h"
#include "labkit/cuda/nvml.h"
#include "labkit/cuda/real_calls.h"
#include "labkit/cuda/uuid_text.h"

namespace gridmark::cuda {
namespace {

using Clock = std::chrono::steady_clock;

/// The resources of a section on one device, made when first used.
class Stopwatch {
 public:
  Stopwatch() {
    int device = 0, l2_bytes = 0;
    cudaDeviceProp properties{};
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaGetDeviceProperties(&properties, device) != cudaSuccess ||
        cudaEventCreate(&begin_) != cudaSuccess || cudaEventCreate(&end_) != cudaSuccess) {
      cudaGetLastError();
      return;
    }
    uuid_ = uuid_text(properties.uuid.bytes);
    if (cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device) != cudaSuccess) l2_bytes = 0;
    flush_bytes_ = 2 * static_cast<std::size_t>(l2_bytes);
    int persisting_bytes = 0;
    cudaDeviceGetAttribute(&persisting_bytes, cudaDevAttrMaxPersistingL2CacheSize, device);
    persists_ = persisting_bytes > 0;
    if (__real_cudaMalloc(&flushed_, flush_bytes_) != cudaSuccess) flushed_ = nullptr;
    cudaGetLastError();
    works_ = true;
  }

  Stopwatch(const Stopwatch&) = delete;
  ~Stopwatch() {
    __real_cudaFree(flushed_);
    for (cudaEvent_t event : {begin_, end_})
      if (event != nullptr) cudaEventDestroy(event);
    cudaGetLastError();
  }

  void start() {
    if (!works_) return;
    if (flushed_) cudaMemsetAsync(flushed_, 0, flush_bytes_, nullptr);
    if (persists_) cudaCtxResetPersistingL2Cache();
    runs_ = cudaDeviceSynchronize() == cudaSuccess && cudaEventRecord(begin_, nullptr) == cudaSuccess;
    cudaGetLastError();  // errors of these calls are not the student's
    began_ = Clock::now();
  }

  void stop() {
    if (!runs_) return;
    runs_ = false;
    float milliseconds = 0;
    const bool timed = cudaDeviceSynchronize() == cudaSuccess &&
                       cudaEventRecord(end_, nullptr) == cudaSuccess &&
                       cudaEventSynchronize(end_) == cudaSuccess &&
                       cudaEventElapsedTime(&milliseconds, begin_, end_) == cudaSuccess;
    const auto host = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - began_);
    cudaGetLastError();
    if (!timed) return;
    sample_.event_nanoseconds +=
        static_cast<std::uint64_t>(std::llround(static_cast<double>(milliseconds) * 1e6));
    sample_.host_nanoseconds += static_cast<std::uint64_t>(host.count());
    note_clock();
  }

  channel::DeviceSample take() {
    channel::DeviceSample taken = sample_;
    sample_ = {};
    std::size_t free = 0, total = 0;
    if (works_ && cudaMemGetInfo(&free, &total) == cudaSuccess) taken.used_bytes = total - free;
    return taken;
  }

 private:
  void note_clock() {
    static const Nvml nvml;
    const auto state = nvml.state_of(uuid_);
    if (!state) return;
    sample_.sm_mhz = state->sm_mhz;
    sample_.slowed_by |= state->slowed_by;
  }

  bool works_ = false, runs_ = false, persists_ = false;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  void* flushed_ = nullptr;
  std::size_t flush_bytes_ = 0;
  std::string uuid_;
  Clock::time_point began_;
  channel::DeviceSample sample_;
};

/// Null until the first section, so that a worker that never uses the device makes no context on it. Null
/// again before the runtime is unloaded at the program's end.
std::unique_ptr<Stopwatch>& stopwatch() {
  static auto& instance = *new std::unique_ptr<Stopwatch>;
  return instance;
}

}  // namespace

void begin_section() {
  if (!stopwatch()) {
    stopwatch() = std::make_unique<Stopwatch>();
    [[maybe_unused]] static const int registered = std::atexit([] { stopwatch().reset(); });
  }
  stopwatch()->start();
}

void end_section() {
  if (stopwatch()) stopwatch()->stop();
}

channel::DeviceSample take_sample() { return stopwatch() ? stopwatch()->take() : channel::DeviceSample{}; }

}  // namespace gridmark::cuda
