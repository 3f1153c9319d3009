#include "grader/sandbox/devices.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "grader/sandbox/isolation_mode.h"

namespace gridmark::sandbox {
namespace {

namespace fs = std::filesystem;

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_nvidia_name(std::string_view name) {
  for (const char* shared : {"nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia-modeset"})
    if (name == shared) return true;
  return name.starts_with("nvidia") && all_digits(name.substr(6));
}

bool is_character_device(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && S_ISCHR(info.st_mode);
}

}  // namespace

std::vector<std::string> nvidia_nodes(const std::string& folder) {
  std::vector<std::string> nodes;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (is_nvidia_name(entry.path().filename().string())) nodes.push_back(entry.path());
  for (const auto& entry : fs::directory_iterator(folder + "/nvidia-caps", ignored))
    nodes.push_back(entry.path());
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::vector<std::string> wanted_devices(const Options& options) {
  std::vector<std::string> devices = options.devices;
  if (options.nvidia) {
    const std::vector<std::string> nodes = nvidia_nodes();
    if (nodes.empty())
      throw SandboxFailure(
          "there is no device node /dev/nvidia*: the machine has no NVIDIA GPU, or its driver is "
          "not loaded (nvidia-smi on the host loads it)");
    devices.insert(devices.end(), nodes.begin(), nodes.end());
  }
  for (const std::string& device : devices)
    if (!is_character_device(device)) throw SandboxFailure(device + " is not a device node of this machine");
  return devices;
}

}  // namespace gridmark::sandbox
