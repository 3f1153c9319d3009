#include "grader/system/open_folder.h"

#include <fcntl.h>

#include <cerrno>

namespace gridmark {

tl::expected<FileDescriptor, std::error_code> open_folder(const std::filesystem::path& folder) {
  FileDescriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.valid()) return tl::unexpected(std::error_code(errno, std::generic_category()));
  return descriptor;
}

}  // namespace gridmark
