#include "emulation/modelled_clock.h"

#include "emulation/runtime/events.h"
#include "emulation/runtime/streams.h"
#include "emulation/timeline/record.h"

namespace gridmark::emulation {
namespace {

thread_local bool timed_copies = true;

}  // namespace

bool copies_take_time() { return timed_copies; }
void let_copies_take_time(bool on) { timed_copies = on; }

double host_time() {
  const DeviceLock lock(device_mutex());
  return Streams::instance().host_time();
}

void host_waits_until(double nanoseconds, const std::string& call) {
  const DeviceLock lock(device_mutex());
  Streams& streams = Streams::instance();
  const Nanoseconds since = streams.host_time();
  if (nanoseconds <= since) return;
  streams.set_host_time(nanoseconds);
  keep_wait({call, since, nanoseconds});
}

void set_host_time(double nanoseconds) {
  const DeviceLock lock(device_mutex());
  Streams::instance().set_host_time(nanoseconds);
}

double time_of_event(void* event) {
  const DeviceLock lock(device_mutex());
  const Event* found = find_event(static_cast<cudaEvent_t>(event));
  return found && found->record ? Streams::instance().end_of(found->record->work) : 0;
}

}  // namespace gridmark::emulation
