#pragma once
// A cache of freed device memory for later requests of the same size.
#include <map>
#include <mutex>

#include "util_device.cuh"

namespace cub {

/// Sizes are rounded up to powers of `bin_growth`, from min_bin to max_bin. Larger ones are never cached. At
/// most `max_cached_bytes` are cached for each device.
class CachingDeviceAllocator {
 public:
  static constexpr unsigned int INVALID_BIN = static_cast<unsigned int>(-1);
  static constexpr size_t INVALID_SIZE = static_cast<size_t>(-1);

  CachingDeviceAllocator(unsigned int bin_growth_, unsigned int min_bin = 1, unsigned int max_bin = INVALID_BIN,
                         size_t max_cached_bytes_ = INVALID_SIZE, bool = false, bool = false)
      : bin_growth(bin_growth_),
        min_bin_bytes(power(min_bin)),
        max_bin_bytes(max_bin == INVALID_BIN ? INVALID_SIZE : power(max_bin)),
        max_cached_bytes(max_cached_bytes_) {}
  CachingDeviceAllocator(bool = false, bool = false)
      : CachingDeviceAllocator(8, 3, 7, 6 * 1024 * 1024 - 1) {}
  CachingDeviceAllocator(const CachingDeviceAllocator&) = delete;
  CachingDeviceAllocator& operator=(const CachingDeviceAllocator&) = delete;
  ~CachingDeviceAllocator() { FreeAllCached(); }

  cudaError_t SetMaxCachedBytes(size_t bytes) {
    max_cached_bytes = bytes;
    return cudaSuccess;
  }

  /// errors  cudaErrorMemoryAllocation, after the cached memory was freed
  cudaError_t DeviceAllocate(int device, void** memory, size_t bytes, cudaStream_t = nullptr) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const size_t wanted = rounded(bytes);
    const auto kept = kept_.find({device, wanted});
    if (kept != kept_.end()) {
      *memory = kept->second;
      kept_.erase(kept);
      cached_bytes_[device] -= wanted;
    } else {
      cudaError_t error = cudaMalloc(memory, wanted);
      if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        free_kept();
        error = cudaMalloc(memory, wanted);
      }
      if (error != cudaSuccess) return error;
    }
    live_[*memory] = {device, wanted};
    return cudaSuccess;
  }
  cudaError_t DeviceAllocate(void** memory, size_t bytes, cudaStream_t stream = nullptr) {
    return DeviceAllocate(CurrentDevice(), memory, bytes, stream);
  }

  cudaError_t DeviceFree(int, void* memory) { return DeviceFree(memory); }
  cudaError_t DeviceFree(void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = live_.find(memory);
    if (found == live_.end()) return cudaFree(memory);
    const Key key = found->second;
    live_.erase(found);
    if (key.second > max_bin_bytes || key.second > max_cached_bytes - cached_bytes_[key.first])
      return cudaFree(memory);
    cached_bytes_[key.first] += key.second;
    kept_.emplace(key, memory);
    return cudaSuccess;
  }
  cudaError_t FreeAllCached() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return free_kept();
  }

  unsigned int bin_growth;
  size_t min_bin_bytes, max_bin_bytes, max_cached_bytes;

 private:
  using Key = std::pair<int, size_t>;  ///< device, bytes

  size_t power(unsigned int exponent) const {
    size_t result = 1;
    while (exponent-- > 0) result *= bin_growth;
    return result;
  }
  size_t rounded(size_t bytes) const {
    if (bytes > max_bin_bytes) return bytes;
    size_t bin = min_bin_bytes;
    while (bin < bytes) bin *= bin_growth;
    return bin;
  }
  cudaError_t free_kept() {
    for (const auto& [key, memory] : kept_) cudaFree(memory);
    kept_.clear();
    cached_bytes_.clear();
    return cudaSuccess;
  }

  std::mutex mutex_;
  std::multimap<Key, void*> kept_;
  std::map<void*, Key> live_;
  std::map<int, size_t> cached_bytes_;
};

}  // namespace cub
