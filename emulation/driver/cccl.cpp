#include "emulation/driver/cccl.h"

#include <cstdlib>
#include <sstream>
#include <vector>

namespace gridmark::driver {
namespace {

using std::filesystem::path;

bool is_there(const path& name) {
  std::error_code ignored;
  return std::filesystem::exists(name, ignored);
}

/// Since CUDA 13 the libraries have a separate folder. Before, they were next to the runtime's headers.
std::optional<path> cccl_in(const path& toolkit) {
  for (const char* below : {"include/cccl", "targets/x86_64-linux/include/cccl", "include", "."}) {
    const path folder = (toolkit / below).lexically_normal();
    if (is_there(folder / "thrust" / "version.h")) return folder;
  }
  return std::nullopt;
}

/// The toolkit of nvcc: BIN/.. of the file behind all links.
std::optional<path> toolkit_of_nvcc() {
  const char* search = std::getenv("PATH");
  std::istringstream folders(search ? search : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code failed;
    const path nvcc = std::filesystem::canonical(path(folder) / "nvcc", failed);
    if (!failed) return nvcc.parent_path().parent_path();
  }
  return std::nullopt;
}

std::vector<path> usual_places() {
  std::vector<path> places;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(variable);
    if (value && *value) places.emplace_back(value);
  }
  if (const auto toolkit = toolkit_of_nvcc()) places.push_back(*toolkit);
  places.insert(places.end(), {"/usr/local/cuda", "/usr"});
  return places;
}

}  // namespace

std::optional<path> find_cccl(const std::string& cuda_path) {
  if (!cuda_path.empty()) return cccl_in(cuda_path);
  for (const path& place : usual_places()) {
    if (const auto found = cccl_in(place)) return found;
  }
  return std::nullopt;
}

bool names_a_toolkits_headers(const std::string& include_option) {
  for (const std::string prefix : {"-I", "-isystem"}) {
    if (!include_option.starts_with(prefix)) continue;
    const path folder = include_option.substr(prefix.size());
    return is_there(folder / "cuda_runtime_api.h") && is_there(folder / "fatbinary_section.h");
  }
  return false;
}

}  // namespace gridmark::driver
