// Kernels as objects: their settings, and their occupancy.
#include <algorithm>
#include <map>
#include <optional>

#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/function_settings.h"
#include "emulation/runtime/kernel_symbols.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

struct Settings {
  std::optional<int> dynamic_shared_bytes;  ///< as set
  int carveout = cudaSharedmemCarveoutDefault;
};

std::map<const void*, Settings>& all_settings() {
  static auto* settings = new std::map<const void*, Settings>;
  return *settings;
}

int static_shared_bytes(const void* function) {
  return static_cast<int>(kernel_symbol(function).static_shared_bytes);
}

}  // namespace

std::size_t allowed_dynamic_shared_bytes(const void* function) {
  int allowed = static_cast<int>(device_profile.shared_bytes_per_block);
  if (function) {
    const auto found = all_settings().find(function);
    if (found != all_settings().end() && found->second.dynamic_shared_bytes)
      return static_cast<std::size_t>(*found->second.dynamic_shared_bytes);
    return static_cast<std::size_t>(std::max(allowed - static_shared_bytes(function), 0));
  }
  for (const auto& [known, settings] : all_settings())
    allowed = std::max(allowed, settings.dynamic_shared_bytes.value_or(0));
  return static_cast<std::size_t>(allowed);
}

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  const DeviceLock lock(device_mutex());
  if (!function) return remember(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
    if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
      return remember(cudaErrorInvalidValue);
    all_settings()[function].carveout = value;
    return cudaSuccess;
  }
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) return cudaSuccess;
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      value > static_cast<int>(device_profile.shared_bytes_per_block_opt_in) - static_shared_bytes(function))
    return remember(cudaErrorInvalidValue);
  all_settings()[function].dynamic_shared_bytes = value;
  return cudaSuccess;
}

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function) {
  const DeviceLock lock(device_mutex());
  if (!attributes) return remember(cudaErrorInvalidValue);
  if (!function) return remember(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  const auto found = all_settings().find(function);
  const Settings settings = found == all_settings().end() ? Settings{} : found->second;
  attributes->maxThreadsPerBlock = static_cast<int>(device_profile.threads_per_block);
  attributes->numRegs = device_profile.registers_of_a_thread;
  attributes->binaryVersion = attributes->ptxVersion = device_profile.major * 10 + device_profile.minor;
  attributes->sharedSizeBytes = kernel_symbol(function).static_shared_bytes;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(allowed_dynamic_shared_bytes(function));
  attributes->preferredShmemCarveout = settings.carveout;
  return cudaSuccess;
}

cudaError_t function_name(const char** name, const void* function) {
  if (!name) return remember(cudaErrorInvalidValue);
  if (!function) return remember(cudaErrorInvalidDeviceFunction);
  const DeviceLock lock(device_mutex());
  static auto* names = new std::map<const void*, std::string>;  // returned pointers stay valid
  auto& known = (*names)[function];
  if (known.empty()) known = function_at(function);
  *name = known.c_str();
  return known.empty() ? remember(cudaErrorInvalidDeviceFunction) : cudaSuccess;
}

int resident_blocks(const void* function, int block_threads, std::size_t dynamic_shared_bytes) {
  const DeviceProfile& device = device_profile;
  if (block_threads < 1 || block_threads > static_cast<int>(device.threads_per_block)) return 0;
  const int warps = (block_threads + 31) / 32;
  const DeviceLock lock(device_mutex());
  const std::size_t shared = kernel_symbol(function).static_shared_bytes + dynamic_shared_bytes;
  if (shared > device.shared_bytes_per_block_opt_in) return 0;
  const auto by_shared =
      static_cast<int>(device.shared_bytes_per_processor / (shared + device.shared_bytes_reserved_per_block));
  return std::min({device.threads_per_processor / 32 / warps, device.blocks_per_processor, by_shared});
}

cudaError_t occupancy(int* blocks, const void* function, int block_threads, std::size_t dynamic_shared_bytes,
                      unsigned flags) {
  if (!blocks || block_threads < 1 || flags > cudaOccupancyDisableCachingOverride)
    return remember(cudaErrorInvalidValue);
  *blocks = resident_blocks(function, block_threads, dynamic_shared_bytes);
  return cudaSuccess;
}

cudaError_t available_dynamic_shared(std::size_t* bytes, const void* function, int blocks,
                                     int block_threads) {
  if (!bytes || blocks < 1 || resident_blocks(function, block_threads, 0) < blocks)
    return remember(cudaErrorInvalidValue);
  constexpr std::size_t granularity = 128;
  const DeviceLock lock(device_mutex());
  const std::size_t share =
      std::min(device_profile.shared_bytes_per_processor / static_cast<std::size_t>(blocks) -
                   device_profile.shared_bytes_reserved_per_block,
               device_profile.shared_bytes_per_block_opt_in);
  *bytes = (share - kernel_symbol(function).static_shared_bytes) / granularity * granularity;
  return cudaSuccess;
}

}  // namespace gridmark::emulation
