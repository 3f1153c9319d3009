#pragma once
// The state of a GPU from the driver's management library. The library is opened when first used, so that a
// program also runs without it. It is separate from the runtime and numbers devices differently.
#include <cstdint>
#include <optional>
#include <string>

namespace gridmark::cuda {

/// The current state of a GPU.
struct GpuState {
  unsigned sm_mhz = 0;           ///< clock rate of the multiprocessors, 0 if unknown
  unsigned memory_mhz = 0;       ///< 0 if unknown
  std::uint64_t slowed_by = 0;   ///< why the clock is low, as bits of NVML's clocks-event reasons
  std::uint64_t used_bytes = 0;  ///< by all programs and the driver, 0 if unknown
};

class Nvml {
 public:
  /// library  a path or name. Tests use a different one
  explicit Nvml(const std::string& library = "libnvidia-ml.so.1");
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Why the library is missing. Empty if it was loaded.
  const std::string& missing() const { return missing_; }
  /// "550.54.15", empty if unknown.
  std::string driver_version() const;
  /// uuid  "GPU-8f2c...", the driver's name for the GPU
  /// returns  nothing if the library is missing or does not know the GPU
  std::optional<GpuState> state_of(const std::string& uuid) const;

 private:
  template <class Function>
  Function find(const char* name) const;
  void* library_ = nullptr;
  std::string missing_;
};

}  // namespace gridmark::cuda
