#pragma once

namespace gridmark::emulation {

enum class EventCall { record, elapsed_time };

/// Called when host code records an event or asks for the time between two, before the call does its work.
/// caller  the call's return address
using EventWatch = void (*)(EventCall call, const void* caller);

/// From now on `watch` is called for each event call. Null stops that.
void watch_events(EventWatch watch);

}  // namespace gridmark::emulation
