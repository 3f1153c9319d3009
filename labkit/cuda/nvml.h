#pragma once
// What the driver's management library says of a GPU. It is opened when it is first asked for, so that a
// program without it still runs; it is another library than the runtime, with numbers of its own.
#include <cstdint>
#include <optional>
#include <string>

namespace gridmark::cuda {

/// A GPU now.
struct GpuState {
  unsigned sm_mhz = 0;           ///< the multiprocessors' clock; 0 where unknown
  unsigned memory_mhz = 0;       ///< 0 where unknown
  std::uint64_t slowed_by = 0;   ///< why the clock is low, as bits of NVML's clocks-event reasons
  std::uint64_t used_bytes = 0;  ///< of all programs and the driver; 0 where unknown
};

class Nvml {
 public:
  /// library  a path or name; the tests have one of their own
  explicit Nvml(const std::string& library = "libnvidia-ml.so.1");
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Why there is none; empty: it is there.
  const std::string& missing() const { return missing_; }
  /// "550.54.15"; empty where unknown.
  std::string driver_version() const;
  /// uuid  "GPU-8f2c...", as the driver names it
  /// returns  nothing when the library is missing or knows no such GPU
  std::optional<GpuState> state_of(const std::string& uuid) const;

 private:
  template <class Function>
  Function find(const char* name) const;
  void* library_ = nullptr;
  std::string missing_;
};

}  // namespace gridmark::cuda
