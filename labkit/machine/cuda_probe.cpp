// gridmark-cuda-probe: checks for a GPU that CUDA programs can use, and prints one line of JSON. It is a
// separate process, because a half-installed driver may hang or end the process that calls it.
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "labkit/cuda/nvml.h"
#include "labkit/cuda/uuid_text.h"

namespace {

using nlohmann::json;

// Types from cuda.h. They are part of the driver's ABI.
struct Uuid {
  char bytes[16];
};
constexpr int success = 0;
constexpr int attribute_major = 75, attribute_minor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*

class Driver {
 public:
  Driver() : library_(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)) {}
  explicit operator bool() const { return library_ != nullptr; }

  template <class... Arguments>
  int call(const char* name, Arguments... arguments) const {
    const auto function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library_, name));
    return function ? function(arguments...) : -1;
  }

  std::string error_name(int error) const {
    constexpr int stub = 34;  // its cuGetErrorName does not know any names
    if (error == stub) return "CUDA_ERROR_STUB_LIBRARY: the toolkit's stand-in for a driver";
    const char* name = nullptr;
    return call("cuGetErrorName", error, &name) == success && name ? name : "error " + std::to_string(error);
  }

 private:
  void* library_;
};

json describe(const Driver& driver, int index) {
  std::array<char, 256> name{};
  Uuid uuid{};
  std::size_t bytes = 0;
  int device = 0, major = 0, minor = 0;
  driver.call("cuDeviceGet", &device, index);
  driver.call("cuDeviceGetName", name.data(), static_cast<int>(name.size()) - 1, device);
  if (driver.call("cuDeviceGetUuid_v2", &uuid, device) != success)
    driver.call("cuDeviceGetUuid", &uuid, device);
  driver.call("cuDeviceTotalMem_v2", &bytes, device);
  driver.call("cuDeviceGetAttribute", &major, attribute_major, device);
  driver.call("cuDeviceGetAttribute", &minor, attribute_minor, device);
  return {{"name", name.data()},
          {"uuid", gridmark::cuda::uuid_text(uuid.bytes)},
          {"compute_capability", {major, minor}},
          {"memory_bytes", bytes}};
}

/// problem  the end of a message with the reason why no GPU can be used, empty if one can
json probe() {
  json found{{"version", 1}, {"problem", ""}, {"cuda", 0}, {"driver", ""}, {"gpus", json::array()}};
  const Driver driver;
  if (!driver) {
    found["problem"] = "NVIDIA's driver is not installed (libcuda.so.1 was not found)";
    return found;
  }
  if (const int error = driver.call("cuInit", 0u); error != success) {
    found["problem"] = "the driver finds no GPU that works (cuInit gives " + driver.error_name(error) + ")";
    return found;
  }
  int count = 0, cuda = 0;
  driver.call("cuDeviceGetCount", &count);
  driver.call("cuDriverGetVersion", &cuda);
  found["cuda"] = cuda;
  found["driver"] = gridmark::cuda::Nvml().driver_version();
  for (int index = 0; index < count; ++index) found["gpus"].push_back(describe(driver, index));
  if (count == 0) found["problem"] = "the driver shows no GPU (is CUDA_VISIBLE_DEVICES set?)";
  return found;
}

}  // namespace

int main() {
  std::printf("%s\n", probe().dump(-1, ' ', false, json::error_handler_t::replace).c_str());
  return 0;
}
