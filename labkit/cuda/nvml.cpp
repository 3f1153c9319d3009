#include "labkit/cuda/nvml.h"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace gridmark::cuda {
namespace {

// Values from CUDA's nvml.h. Its ABI does not change within a major version of the library's name.
using Handle = struct NvmlDevice*;
struct MemoryInfo {
  unsigned long long total, free, used;
};
constexpr int success = 0;
constexpr int clock_sm = 1, clock_memory = 2;  // NVML_CLOCK_SM, NVML_CLOCK_MEM

using Plain = int (*)();
using HandleByUuid = int (*)(const char*, Handle*);
using ClockOf = int (*)(Handle, int, unsigned*);
using ReasonsOf = int (*)(Handle, unsigned long long*);
using MemoryOf = int (*)(Handle, MemoryInfo*);
using Version = int (*)(char*, unsigned);

}  // namespace

template <class Function>
Function Nvml::find(const char* name) const {
  return library_ ? reinterpret_cast<Function>(dlsym(library_, name)) : nullptr;
}

Nvml::Nvml(const std::string& library) : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!library_) {
    missing_ = library + " is not installed. It comes with NVIDIA's driver";
    return;
  }
  const auto start = find<Plain>("nvmlInit_v2");
  const int error = start ? start() : -1;
  if (error == success) return;
  missing_ = start ? "nvmlInit gives error " + std::to_string(error) : library + " is no NVML";
  dlclose(std::exchange(library_, nullptr));
}

Nvml::~Nvml() {
  if (const auto end = find<Plain>("nvmlShutdown")) end();
  if (library_) dlclose(library_);
}

std::string Nvml::driver_version() const {
  std::array<char, 96> text{};
  const auto ask = find<Version>("nvmlSystemGetDriverVersion");
  return ask && ask(text.data(), text.size() - 1) == success ? text.data() : "";
}

std::optional<GpuState> Nvml::state_of(const std::string& uuid) const {
  Handle gpu = nullptr;
  const auto handle = find<HandleByUuid>("nvmlDeviceGetHandleByUUID");
  if (!handle || handle(uuid.c_str(), &gpu) != success) return std::nullopt;
  GpuState state;
  if (const auto clock = find<ClockOf>("nvmlDeviceGetClockInfo")) {
    if (clock(gpu, clock_sm, &state.sm_mhz) != success) state.sm_mhz = 0;
    if (clock(gpu, clock_memory, &state.memory_mhz) != success) state.memory_mhz = 0;
  }
  unsigned long long reasons = 0;
  for (const char* name :
       {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"})
    if (const auto ask = find<ReasonsOf>(name); ask && ask(gpu, &reasons) == success) break;
  state.slowed_by = reasons;
  MemoryInfo memory{};
  if (const auto ask = find<MemoryOf>("nvmlDeviceGetMemoryInfo"); ask && ask(gpu, &memory) == success)
    state.used_bytes = memory.used;
  return state;
}

}  // namespace gridmark::cuda
