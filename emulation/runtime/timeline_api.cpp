// The timeline, read from the runtime.
#include "emulation/runtime/streams.h"
#include "emulation/timeline/record.h"

namespace gridmark::emulation {

double host_time() {
  const DeviceLock lock(device_mutex());
  return Streams::instance().host_time();
}

Timeline read_timeline() {
  const DeviceLock lock(device_mutex());
  Streams& streams = Streams::instance();
  streams.placement().place_all();
  Timeline timeline = kept_timeline();
  timeline.end_ns = streams.host_time();
  return timeline;
}

}  // namespace gridmark::emulation
