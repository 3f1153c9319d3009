#include "emulation/engine/device_access.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace gridmark::emulation {
namespace {

__thread unsigned depth_here = 0;
std::atomic<unsigned> depth_anywhere{0};

int new_key() {
  const char* setting = std::getenv("GRIDMARK_PROTECTION_KEYS");
  return setting && std::strcmp(setting, "0") == 0 ? -1 : pkey_alloc(0, PKEY_DISABLE_ACCESS);
}

}  // namespace

void (*open_device_memory)(bool open) = nullptr;

int device_protection_key() {
  static const int key = new_key();
  return key;
}

bool may_touch_device_memory() { return depth_here > 0; }

bool others_opened_device_memory() { return depth_here == 0 && depth_anywhere > 0; }

DeviceAccess::DeviceAccess() {
  if (depth_here++ > 0) return;
  if (device_protection_key() >= 0)
    pkey_set(device_protection_key(), 0);
  else if (depth_anywhere++ == 0 && open_device_memory)
    open_device_memory(true);
}

DeviceAccess::~DeviceAccess() {
  if (--depth_here > 0) return;
  if (device_protection_key() >= 0)
    pkey_set(device_protection_key(), PKEY_DISABLE_ACCESS);
  else if (--depth_anywhere == 0 && open_device_memory)
    open_device_memory(false);
}

}  // namespace gridmark::emulation
