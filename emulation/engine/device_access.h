#pragma once
// Device memory is out of reach for host code, as on a real device: only while a kernel or a copy runs is it
// opened, and only for the threads that run it where the processor has memory protection keys.

namespace gridmark::emulation {

/// While one lives on a thread, that thread may touch device memory. They nest.
class DeviceAccess {
 public:
  DeviceAccess();
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};

/// Whether one lives on this thread.
bool may_touch_device_memory();
/// Whether another thread's has opened device memory for all: there are no keys.
bool others_opened_device_memory();

/// The key that device memory is mapped with, or -1 where the processor has none.
int device_protection_key();

/// Called without keys when the first access begins and when the last one ends.
extern void (*open_device_memory)(bool open);

}  // namespace gridmark::emulation
