#include "gridmark/host_work.h"

#include <optional>

#include "emulation/engine/device_access.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {
namespace {

thread_local std::optional<DeviceAccess> access_here;

void note_one_thread() {
  Grid grid{};
  grid.blocks = grid.threads = {1, 1, 1};
  grid.kernel = "";
  note_launch(grid);
}

}  // namespace

__thread unsigned host_work_depth = 0;

/// The device's lock is held until the work ends, because a device does one thing at a time.
void begin_host_work(cudaStream_t handle) {
  device_mutex().lock();
  Streams& streams = Streams::instance();
  std::shared_ptr<Stream> stream = streams.find(handle);
  if (!stream) stream = streams.find(nullptr);
  streams.wait_for(streams.enqueue(
      stream, [] {}, "an algorithm of Thrust"));
  note_one_thread();
  access_here.emplace();
  ++host_work_depth;
}

void end_host_work() {
  --host_work_depth;
  access_here.reset();
  device_mutex().unlock();
}

cudaError_t enqueue_host_work(cudaStream_t handle, std::function<void()> work) {
  if (on_the_device()) return work(), cudaSuccess;
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  Streams::instance().enqueue(
      stream,
      [work = std::move(work)] {
        const DeviceAccess access;
        note_one_thread();
        ++host_work_depth;
        work();
        --host_work_depth;
      },
      "the algorithm");
  return cudaSuccess;
}

}  // namespace gridmark::emulation
