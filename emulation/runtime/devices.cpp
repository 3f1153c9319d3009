#include "emulation/runtime/devices.h"

#include <algorithm>
#include <cstdlib>

namespace gridmark::emulation {

int device_count() {
  static const int count = [] {
    const char* setting = std::getenv("GRIDMARK_DEVICES");
    return setting ? std::clamp(std::atoi(setting), 0, most_devices) : 1;
  }();
  return count;
}

int& current_device() {
  static thread_local int device = 0;
  return device;
}

static DeviceSettings* all_settings() {
  static auto* settings = new DeviceSettings[most_devices];
  return settings;
}

DeviceSettings& settings_of(int device) { return all_settings()[device]; }
void reset_settings(int device) { all_settings()[device] = {}; }

}  // namespace gridmark::emulation
