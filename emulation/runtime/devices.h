#pragma once
// Several emulated devices (GRIDMARK_DEVICES), all with the same profile. Callers must hold the device lock,
// except for current_device(), which each host thread has separately.
#include <cstddef>
#include <set>

#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

constexpr int most_devices = 16;

/// GRIDMARK_DEVICES, 0 to 16. Without a device there is still a device 0 for accounting, which runs nothing.
int device_count();
/// The device that this host thread's calls are for.
int& current_device();
inline bool is_device(int device) { return device >= 0 && device < device_count(); }
/// Error of a call about a device that does not exist.
inline cudaError_t no_such_device() {
  return device_count() == 0 ? cudaErrorNoDevice : cudaErrorInvalidDevice;
}

/// Settings that programs set and read back. They do not change how the emulated device works.
struct DeviceSettings {
  std::size_t limits[7] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};  ///< by cudaLimit
  unsigned flags = cudaDeviceScheduleAuto;
  cudaFuncCache cache = cudaFuncCachePreferNone;
  cudaSharedMemConfig banks = cudaSharedMemBankSizeFourByte;
  std::set<int> peers;  ///< devices whose memory this one was given access to
};
DeviceSettings& settings_of(int device);
void reset_settings(int device);

}  // namespace gridmark::emulation
