#pragma once
// Device memory is out of reach for host code, as on a real device. It is open only while a kernel or a copy
// runs. If the processor has memory protection keys, it is open only to the threads that run it.

namespace gridmark::emulation {

/// While an object lives on a thread, that thread may touch device memory. Objects can be nested.
class DeviceAccess {
 public:
  DeviceAccess();
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};

/// True if an object lives on this thread.
bool may_touch_device_memory();
/// True if an object of another thread has opened device memory for all, because there are no keys.
bool others_opened_device_memory();

/// The key that device memory is mapped with, or -1 if the processor has none.
int device_protection_key();

/// Without keys, called when the first access begins and when the last one ends.
extern void (*open_device_memory)(bool open);

}  // namespace gridmark::emulation
