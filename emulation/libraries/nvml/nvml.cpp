// NVML's queries, answered with the runtime's own values and its model of the board.
#include "nvml.h"

#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "emulation/runtime/board.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/streams.h"
#include "emulation/timeline/activity.h"
#include "gridmark/runtime_api.h"

namespace {

using namespace gridmark;
using namespace gridmark::emulation;

std::atomic<int> users{0};

constexpr Nanoseconds bus_period = 20e6;  ///< as in NVML

unsigned thousandths(double value) { return static_cast<unsigned>(std::lround(value * 1000)); }
unsigned percent(double share) { return static_cast<unsigned>(std::lround(share * 100)); }

// A handle is the device's number, counted from 1.
nvmlDevice_t handle_of(int index) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(index) + 1);
}
int index_of(nvmlDevice_t device) { return static_cast<int>(reinterpret_cast<std::uintptr_t>(device)) - 1; }

/// Runs `answer(index)` for a device that exists, if there is a place for the answer.
template <class Answer>
nvmlReturn_t ask(nvmlDevice_t device, const void* out, Answer answer) {
  if (users == 0) return NVML_ERROR_UNINITIALIZED;
  const int index = index_of(device);
  if (!out || index < 0 || index >= device_count()) return NVML_ERROR_INVALID_ARGUMENT;
  return answer(index);
}

template <class T>
nvmlReturn_t tell(nvmlDevice_t device, T* out, T value) {
  return ask(device, out, [&](int) {
    *out = value;
    return NVML_SUCCESS;
  });
}

/// Returns the value that `of(sample)` computes from the board's sensors.
template <class T, class Of>
nvmlReturn_t tell_sample(nvmlDevice_t device, T* out, Of of) {
  return ask(device, out, [&](int index) {
    const DeviceLock lock(device_mutex());
    *out = static_cast<T>(of(sample_board(index, Streams::instance().host_time())));
    return NVML_SUCCESS;
  });
}

nvmlReturn_t write_text(const std::string& text, char* to, unsigned length) {
  if (!to) return NVML_ERROR_INVALID_ARGUMENT;
  if (length <= text.size()) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(to, text.c_str(), text.size() + 1);
  return NVML_SUCCESS;
}

/// The device for which `text_of` returns this text.
nvmlReturn_t find(const char* text, nvmlDevice_t* device, std::string (*text_of)(int)) {
  if (users == 0) return NVML_ERROR_UNINITIALIZED;
  if (!text || !device) return NVML_ERROR_INVALID_ARGUMENT;
  for (int i = 0; i < device_count(); ++i) {
    if (text_of(i) != text) continue;
    *device = handle_of(i);
    return NVML_SUCCESS;
  }
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t most_clock(nvmlDevice_t device, nvmlClockType_t type, unsigned* megahertz) {
  const int kilohertz = type == NVML_CLOCK_MEM ? device_profile.memory_clock_khz : device_profile.clock_khz;
  if (type < NVML_CLOCK_GRAPHICS || type > NVML_CLOCK_VIDEO) return NVML_ERROR_INVALID_ARGUMENT;
  return tell(device, megahertz, static_cast<unsigned>(kilohertz / 1000));
}

/// False if the script of samples is broken. The reason is printed once.
bool script_is_sound() {
  const DeviceLock lock(device_mutex());
  const std::string& error = broken_board_script();
  static const int said =
      error.empty() ? 0 : std::fprintf(stderr, "gridmark: GRIDMARK_NVML_SCRIPT: %s\n", error.c_str());
  static_cast<void>(said);
  return error.empty();
}

}  // namespace

extern "C" {

nvmlReturn_t nvmlInit_v2(void) {
  if (!script_is_sound()) return NVML_ERROR_UNKNOWN;
  ++users;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlInitWithFlags(unsigned int) { return nvmlInit_v2(); }
nvmlReturn_t nvmlShutdown(void) {
  if (users == 0) return NVML_ERROR_UNINITIALIZED;
  --users;
  return NVML_SUCCESS;
}

const char* nvmlErrorString(nvmlReturn_t result) {
  static const std::map<nvmlReturn_t, const char*> messages = {
      {NVML_SUCCESS, "Success"},
      {NVML_ERROR_UNINITIALIZED, "Uninitialized"},
      {NVML_ERROR_INVALID_ARGUMENT, "Invalid Argument"},
      {NVML_ERROR_NOT_SUPPORTED, "Not Supported"},
      {NVML_ERROR_NO_PERMISSION, "Insufficient Permissions"},
      {NVML_ERROR_ALREADY_INITIALIZED, "Already Initialized"},
      {NVML_ERROR_NOT_FOUND, "Not Found"},
      {NVML_ERROR_INSUFFICIENT_SIZE, "Insufficient Size"},
      {NVML_ERROR_DRIVER_NOT_LOADED, "Driver Not Loaded"},
      {NVML_ERROR_TIMEOUT, "Timeout"},
      {NVML_ERROR_GPU_IS_LOST, "GPU is lost"}};
  const auto found = messages.find(result);
  return found == messages.end() ? "Unknown Error" : found->second;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned int length) {
  return users == 0 ? NVML_ERROR_UNINITIALIZED : write_text(declared_driver, version, length);
}
nvmlReturn_t nvmlSystemGetNVMLVersion(char* version, unsigned int length) {
  return users == 0 ? NVML_ERROR_UNINITIALIZED
                    : write_text(std::string("12.") + declared_driver, version, length);
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int* version) {
  if (!version) return NVML_ERROR_INVALID_ARGUMENT;
  return cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int* count) {
  if (users == 0) return NVML_ERROR_UNINITIALIZED;
  if (!count) return NVML_ERROR_INVALID_ARGUMENT;
  *count = static_cast<unsigned>(device_count());
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
  if (users == 0) return NVML_ERROR_UNINITIALIZED;
  if (!device || index >= static_cast<unsigned>(device_count())) return NVML_ERROR_INVALID_ARGUMENT;
  *device = handle_of(static_cast<int>(index));
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* device) {
  return find(uuid, device, device_uuid);
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* bus, nvmlDevice_t* device) {
  return find(bus, device, device_bus_id);
}
nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int* index) {
  return tell(device, index, static_cast<unsigned>(index_of(device)));
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned int length) {
  return ask(device, name, [&](int index) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) return NVML_ERROR_UNKNOWN;
    return write_text(properties.name, name, length);
  });
}
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char* uuid, unsigned int length) {
  return ask(device, uuid, [&](int index) { return write_text(device_uuid(index), uuid, length); });
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  return ask(device, memory, [&](int index) {
    const DeviceLock lock(device_mutex());
    const std::size_t total = DeviceMemory::instance().capacity(),
                      used = DeviceMemory::instance().used(index);
    *memory = {total, total - used, used};
    return NVML_SUCCESS;
  });
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t* rates) {
  return tell_sample(device, rates, [](const BoardSample& sample) {
    return nvmlUtilization_t{percent(sample.gpu_share), percent(sample.memory_share)};
  });
}
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor,
                                      unsigned int* celsius) {
  if (sensor != NVML_TEMPERATURE_GPU) return NVML_ERROR_INVALID_ARGUMENT;
  return tell_sample(device, celsius, [](const BoardSample& sample) { return std::lround(sample.celsius); });
}
nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t device, nvmlTemperatureThresholds_t threshold,
                                               unsigned int* celsius) {
  switch (threshold) {
    case NVML_TEMPERATURE_THRESHOLD_SHUTDOWN:
      return tell(device, celsius, board_profile.shutdown_celsius);
    case NVML_TEMPERATURE_THRESHOLD_SLOWDOWN:
      return tell(device, celsius, board_profile.slowdown_celsius);
    case NVML_TEMPERATURE_THRESHOLD_GPU_MAX:
      return tell(device, celsius, board_profile.operating_celsius);
    case NVML_TEMPERATURE_THRESHOLD_MEM_MAX:
      return NVML_ERROR_NOT_SUPPORTED;
  }
  return NVML_ERROR_INVALID_ARGUMENT;
}
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int* milliwatts) {
  return tell_sample(device, milliwatts, [](const BoardSample& sample) { return thousandths(sample.watts); });
}
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long* millijoules) {
  return ask(device, millijoules, [&](int index) {
    const DeviceLock lock(device_mutex());
    *millijoules =
        static_cast<unsigned long long>(board_joules(index, Streams::instance().host_time()) * 1000);
    return NVML_SUCCESS;
  });
}
nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned int* milliwatts) {
  return tell(device, milliwatts, thousandths(board_profile.limit_watts));
}
nvmlReturn_t nvmlDeviceGetPowerManagementDefaultLimit(nvmlDevice_t device, unsigned int* milliwatts) {
  return nvmlDeviceGetPowerManagementLimit(device, milliwatts);
}
nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t device, unsigned int* least,
                                                          unsigned int* most) {
  if (!most) return NVML_ERROR_INVALID_ARGUMENT;
  *most = thousandths(board_profile.limit_watts);
  return tell(device, least, thousandths(board_profile.least_limit_watts));
}
nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned int* milliwatts) {
  return nvmlDeviceGetPowerManagementLimit(device, milliwatts);
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* megahertz) {
  if (type != NVML_CLOCK_SM && type != NVML_CLOCK_GRAPHICS) return most_clock(device, type, megahertz);
  return tell_sample(device, megahertz,
                     [](const BoardSample& sample) { return std::lround(sample.sm_megahertz); });
}
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* megahertz) {
  return most_clock(device, type, megahertz);
}
nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t device, nvmlClockType_t type,
                                            unsigned int* megahertz) {
  return most_clock(device, type, megahertz);
}
nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t device, nvmlClockType_t type, nvmlClockId_t id,
                                unsigned int* megahertz) {
  return id == NVML_CLOCK_ID_CURRENT ? nvmlDeviceGetClockInfo(device, type, megahertz)
                                     : most_clock(device, type, megahertz);
}
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t device, unsigned long long* reasons) {
  return tell_sample(device, reasons, throttle_reasons);
}
nvmlReturn_t nvmlDeviceGetSupportedClocksThrottleReasons(nvmlDevice_t device, unsigned long long* reasons) {
  return tell(device, reasons,
              static_cast<unsigned long long>(
                  nvmlClocksThrottleReasonGpuIdle | nvmlClocksThrottleReasonApplicationsClocksSetting |
                  nvmlClocksThrottleReasonSwPowerCap | nvmlClocksThrottleReasonSwThermalSlowdown));
}
nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t device, unsigned long long* reasons) {
  return nvmlDeviceGetCurrentClocksThrottleReasons(device, reasons);
}
nvmlReturn_t nvmlDeviceGetSupportedClocksEventReasons(nvmlDevice_t device, unsigned long long* reasons) {
  return nvmlDeviceGetSupportedClocksThrottleReasons(device, reasons);
}
nvmlReturn_t nvmlDeviceGetPcieThroughput(nvmlDevice_t device, nvmlPcieUtilCounter_t counter,
                                         unsigned int* kilobytes_per_second) {
  if (counter != NVML_PCIE_UTIL_TX_BYTES && counter != NVML_PCIE_UTIL_RX_BYTES)
    return NVML_ERROR_INVALID_ARGUMENT;
  return ask(device, kilobytes_per_second, [&](int index) {
    const DeviceLock lock(device_mutex());
    const Nanoseconds now = Streams::instance().host_time();
    const auto direction = counter == NVML_PCIE_UTIL_TX_BYTES ? Span::Direction::device_to_host
                                                              : Span::Direction::host_to_device;
    const double bytes = bus_bytes(index, direction, now - bus_period, now);
    *kilobytes_per_second = static_cast<unsigned>(bytes / 1000 / (bus_period / 1e9));
    return NVML_SUCCESS;
  });
}
nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int* minor) {
  return tell(device, minor, static_cast<unsigned>(index_of(device)));
}
nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned int* percent) {
  return ask(device, percent, [](int) { return NVML_ERROR_NOT_SUPPORTED; });
}
nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t device, nvmlPstates_t* state) {
  return tell(device, state, NVML_PSTATE_0);
}
nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t* pci) {
  return ask(device, pci, [&](int index) {
    *pci = {};
    pci->bus = static_cast<unsigned>(index + 1);
    const std::string bus = device_bus_id(index);
    write_text(bus, pci->busId, sizeof pci->busId);
    return write_text(bus.substr(4), pci->busIdLegacy, sizeof pci->busIdLegacy);
  });
}
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t* mode) {
  return tell(device, mode, NVML_COMPUTEMODE_DEFAULT);
}
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int* major, int* minor) {
  return ask(device, major && minor ? major : nullptr, [&](int index) {
    const bool told =
        cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, index) == cudaSuccess &&
        cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, index) == cudaSuccess;
    return told ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
  });
}
/// This program, if it has memory on the device. Other programs have other devices.
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned int* count,
                                                     nvmlProcessInfo_t* infos) {
  return ask(device, count, [&](int index) {
    const DeviceLock lock(device_mutex());
    const std::size_t used = DeviceMemory::instance().used(index);
    const unsigned room = infos ? *count : 0;
    *count = used > 0 ? 1 : 0;
    if (*count > room) return NVML_ERROR_INSUFFICIENT_SIZE;
    if (*count > 0) infos[0] = {static_cast<unsigned>(getpid()), used, ~0u, ~0u};
    return NVML_SUCCESS;
  });
}

}  // extern "C"
