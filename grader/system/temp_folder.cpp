#include "grader/system/temp_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gridmark {

Result<TempFolder> TempFolder::make() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string name = ((error ? std::filesystem::path("/tmp") : parent) / "gridmark-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    return failure(Error::Source::filesystem, name,
                   std::string("no temporary folder can be made (") + std::strerror(errno) +
                       "); set TMPDIR to a folder that you may write");
  return TempFolder(name);
}

TempFolder::TempFolder(TempFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TempFolder& TempFolder::operator=(TempFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace gridmark
