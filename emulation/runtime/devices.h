#pragma once
// Several emulated devices (GRIDMARK_DEVICES), all with the same profile. Callers hold the device lock, but
// for current_device(), which is each host thread's own.
#include <cstddef>
#include <set>

#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

constexpr int most_devices = 16;

/// GRIDMARK_DEVICES, 0 to 16. Without a device there is still a device 0 to keep books for, which nothing
/// runs on.
int device_count();
/// The device that this host thread's calls are for.
int& current_device();
inline bool is_device(int device) { return device >= 0 && device < device_count(); }
/// What a call about a device that does not exist gives.
inline cudaError_t no_such_device() {
  return device_count() == 0 ? cudaErrorNoDevice : cudaErrorInvalidDevice;
}

/// What programs set and ask back; the emulated device works the same whatever they set.
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
