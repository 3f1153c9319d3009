#include "gridmark/library_work.h"

#include <optional>

#include "emulation/engine/device_access.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {
namespace {

thread_local std::optional<DeviceAccess> access_here;

}  // namespace

__thread unsigned library_depth = 0;

/// The device's lock is held until the work ends: one device, one thing at a time.
void begin_library_work(cudaStream_t handle) {
  device_mutex().lock();
  Streams& streams = Streams::instance();
  std::shared_ptr<Stream> stream = streams.find(handle);
  if (!stream) stream = streams.find(nullptr);
  streams.complete(streams.enqueue(stream, [] {}));
  Grid one_thread{};
  one_thread.blocks = one_thread.threads = {1, 1, 1};
  one_thread.kernel = "";
  note_launch(one_thread);
  library_depth = 1;
  access_here.emplace();
}

void end_library_work() {
  access_here.reset();
  library_depth = 0;
  device_mutex().unlock();
}

}  // namespace gridmark::emulation
