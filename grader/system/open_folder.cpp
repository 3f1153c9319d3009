#include "grader/system/open_folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace gridmark::system {
namespace {

tl::expected<FileDescriptor, std::error_code> or_error(FileDescriptor descriptor) {
  if (!descriptor.valid()) return tl::unexpected(std::error_code(errno, std::generic_category()));
  return descriptor;
}

}  // namespace

tl::expected<FileDescriptor, std::error_code> open_folder(const std::filesystem::path& folder) {
  return or_error(FileDescriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
}

tl::expected<FileDescriptor, std::error_code> open_folder_beneath(int folder, const std::string& name) {
  return or_error(open_beneath(folder, name, O_RDONLY | O_DIRECTORY));
}

bool is_link(const std::error_code& error) {
  return error == std::errc::too_many_symbolic_link_levels || error == std::errc::cross_device_link;
}

FileDescriptor open_beneath(int folder, const std::string& name, std::uint64_t flags) {
  open_how how{};
  how.flags = flags | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return FileDescriptor(static_cast<int>(syscall(SYS_openat2, folder, name.c_str(), &how, sizeof how)));
}

}  // namespace gridmark::system
