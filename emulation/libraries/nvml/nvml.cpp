// NVML's questions, answered by the runtime's own answers.
#include "nvml.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "gridmark/runtime_api.h"

namespace {

std::atomic<int> users{0};

constexpr unsigned idle_celsius = 30, idle_milliwatts = 50000, most_milliwatts = 400000;

// A handle is the device's number, counted from 1.
nvmlDevice_t handle_of(int index) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(index) + 1);
}
int index_of(nvmlDevice_t device) { return static_cast<int>(reinterpret_cast<std::uintptr_t>(device)) - 1; }

int device_count() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

/// Runs `answer(index)` for a device that exists, with somewhere to put the answer.
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

nvmlReturn_t write_text(const std::string& text, char* to, unsigned length) {
  if (!to) return NVML_ERROR_INVALID_ARGUMENT;
  if (length <= text.size()) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(to, text.c_str(), text.size() + 1);
  return NVML_SUCCESS;
}

std::string uuid_of(int index) {
  char text[48];
  std::snprintf(text, sizeof text, "GPU-67726964-6d61-726b-0000-%012d", index);
  return text;
}

std::string bus_of(int index) {
  char text[24];
  std::snprintf(text, sizeof text, "00000000:%02X:00.0", index + 1);
  return text;
}

/// The device of which `text_of` says this.
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

nvmlReturn_t clock_of(nvmlDevice_t device, nvmlClockType_t type, unsigned* megahertz) {
  return ask(device, megahertz, [&](int index) {
    int kilohertz = 0;
    const cudaDeviceAttr attribute =
        type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate : cudaDevAttrClockRate;
    if (cudaDeviceGetAttribute(&kilohertz, attribute, index) != cudaSuccess) return NVML_ERROR_UNKNOWN;
    *megahertz = static_cast<unsigned>(kilohertz / 1000);
    return NVML_SUCCESS;
  });
}

}  // namespace

extern "C" {

nvmlReturn_t nvmlInit_v2(void) {
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
  return users == 0 ? NVML_ERROR_UNINITIALIZED : write_text("550.54.15", version, length);
}
nvmlReturn_t nvmlSystemGetNVMLVersion(char* version, unsigned int length) {
  return users == 0 ? NVML_ERROR_UNINITIALIZED : write_text("12.550.54.15", version, length);
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
  return find(uuid, device, uuid_of);
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* bus, nvmlDevice_t* device) {
  return find(bus, device, bus_of);
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
  return ask(device, uuid, [&](int index) { return write_text(uuid_of(index), uuid, length); });
}

// The runtime tells of the current device, so that is changed for the question.
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  return ask(device, memory, [&](int index) {
    int before = 0;
    std::size_t free = 0, total = 0;
    if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(index) != cudaSuccess)
      return NVML_ERROR_UNKNOWN;
    const cudaError_t asked = cudaMemGetInfo(&free, &total);
    cudaSetDevice(before);
    *memory = {total, free, total - free};
    return asked == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
  });
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t* rates) {
  return tell(device, rates, nvmlUtilization_t{0, 0});
}
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t, unsigned int* celsius) {
  return tell(device, celsius, idle_celsius);
}
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int* milliwatts) {
  return tell(device, milliwatts, idle_milliwatts);
}
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long* millijoules) {
  return ask(device, millijoules, [](int) { return NVML_ERROR_NOT_SUPPORTED; });
}
nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned int* milliwatts) {
  return tell(device, milliwatts, most_milliwatts);
}
nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned int* milliwatts) {
  return tell(device, milliwatts, most_milliwatts);
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* megahertz) {
  return clock_of(device, type, megahertz);
}
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* megahertz) {
  return clock_of(device, type, megahertz);
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
    const std::string bus = bus_of(index);
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
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned int* count,
                                                     nvmlProcessInfo_t*) {
  return tell(device, count, 0u);
}

}  // extern "C"
