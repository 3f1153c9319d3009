// A libcuda.so.1 for tests, controlled by FAKE_CUDA. "0,1" answers cuInit with 0 and shows one GPU. "100,0"
// answers with 100, which is CUDA_ERROR_NO_DEVICE. "hang" never answers. "die" ends the process, as a broken
// driver may.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string wish() {
  const char* text = std::getenv("FAKE_CUDA");
  return text ? text : "100,0";
}

int number_after_comma() {
  const std::string text = wish();
  const auto comma = text.find(',');
  return comma == std::string::npos ? 0 : std::atoi(text.c_str() + comma + 1);
}

}  // namespace

extern "C" {

int cuInit(unsigned) {
  if (wish() == "die") std::abort();
  while (wish() == "hang") pause();
  return std::atoi(wish().c_str());
}

int cuGetErrorName(int error, const char** name) {
  *name = error == 100   ? "CUDA_ERROR_NO_DEVICE"
          : error == 803 ? "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"
                         : "CUDA_ERROR_UNKNOWN";
  return 0;
}

int cuDriverGetVersion(int* version) { return *version = 12040, 0; }
int cuDeviceGetCount(int* count) { return *count = number_after_comma(), 0; }
int cuDeviceGet(int* device, int index) { return *device = index, 0; }
int cuDeviceGetName(char* name, int size, int) {
  return std::strncpy(name, "Test GPU", static_cast<std::size_t>(size)), 0;
}
int cuDeviceGetUuid_v2(void* uuid, int device) { return std::memset(uuid, 0x10 + device, 16), 0; }
int cuDeviceTotalMem_v2(std::size_t* bytes, int) { return *bytes = std::size_t{40} << 30, 0; }
int cuDeviceGetAttribute(int* value, int attribute, int) { return *value = attribute == 75 ? 8 : 0, 0; }

}  // extern "C"
