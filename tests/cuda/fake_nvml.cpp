// A libnvidia-ml.so.1 for tests: one GPU, "GPU-test", with the clock in FAKE_SM_MHZ.
#include <cstdlib>
#include <cstring>

extern "C" {

int nvmlInit_v2() { return std::getenv("FAKE_NVML_FAILS") ? 999 : 0; }
int nvmlShutdown() { return 0; }
int nvmlSystemGetDriverVersion(char* text, unsigned size) { return std::strncpy(text, "550.54.15", size), 0; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** gpu) {
  static int only;
  if (std::strcmp(uuid, "GPU-test") != 0) return 6;  // NVML_ERROR_NOT_FOUND
  return *gpu = &only, 0;
}

int nvmlDeviceGetClockInfo(void*, int which, unsigned* mhz) {
  const char* wish = std::getenv("FAKE_SM_MHZ");
  if (which == 1 && !wish) return 3;  // NVML_ERROR_NOT_SUPPORTED
  return *mhz = which == 1 ? static_cast<unsigned>(std::atoi(wish)) : 1215u, 0;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  return *reasons = 0x24, 0;
}

int nvmlDeviceGetMemoryInfo(void*, unsigned long long* memory) {
  return memory[0] = 40, memory[1] = 30, memory[2] = 10, 0;
}

}  // extern "C"
