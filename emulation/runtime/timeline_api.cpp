// The timeline, read from the runtime.
#include "emulation/runtime/streams.h"
#include "emulation/timeline/record.h"

namespace gridmark::emulation {

Timeline read_timeline() {
  const DeviceLock lock(device_mutex());
  Streams& streams = Streams::instance();
  streams.placement().place_all();
  Timeline timeline = kept_timeline();
  timeline.end_ns = streams.host_time();
  return timeline;
}

}  // namespace gridmark::emulation
