#include "labkit/disk/state_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace gridmark::disk {

namespace fs = std::filesystem;

StateFolder::StateFolder() {
  std::string name = fs::temp_directory_path() / "gridmark-disk.XXXXXX";
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("cannot make a folder like " + name + ": " + std::strerror(errno) +
                             ". Set TMPDIR to another place");
  path_ = name;
  files_ = path_ / "files";
}

StateFolder::~StateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void StateFolder::fill(const std::map<std::string, std::string_view>& files) {
  fs::remove_all(files_);
  fs::create_directory(files_);
  for (const auto& [name, bytes] : files) {
    std::ofstream file(files_ / name, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
    if (!file)
      throw std::runtime_error("cannot write " + (files_ / name).string() +
                               ". Set TMPDIR to a place with more room");
  }
}

}  // namespace gridmark::disk
