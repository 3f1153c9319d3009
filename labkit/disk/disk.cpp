#include "labkit/disk/disk.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "labkit/disk/posix_disk.h"
#include "labkit/disk/remote_disk.h"

namespace gridmark::disk {
namespace {

std::string sentence(const std::string& call, const std::string& name, const std::string& reason) {
  return name.empty() ? call + ": " + reason : call + " \"" + name + "\": " + reason;
}

/// Each disk closes its descriptor. So it gets a duplicate, and a program and its children can open several
/// disks.
int descriptor_of(const std::string& text) {
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (end == text.c_str() || *end != '\0' || value < 0 || value > 1 << 20)
    throw DiskError("open_from_environment", "", EINVAL,
                    "GRIDMARK_DISK_DESCRIPTOR is \"" + text + "\", expected the number of a descriptor");
  const int copy = ::fcntl(static_cast<int>(value), F_DUPFD_CLOEXEC, 3);
  if (copy < 0)
    throw DiskError("open_from_environment", "", errno,
                    "descriptor " + text + " of GRIDMARK_DISK_DESCRIPTOR is not open");
  return copy;
}

}  // namespace

DiskError::DiskError(std::string call, std::string name, int code, std::string reason)
    : std::runtime_error(sentence(call, name, reason)),
      call_(std::move(call)),
      name_(std::move(name)),
      reason_(std::move(reason)),
      code_(code) {}

std::unique_ptr<Disk> open_from_environment() {
  if (const char* descriptor = std::getenv("GRIDMARK_DISK_DESCRIPTOR"))
    return std::make_unique<RemoteDisk>(descriptor_of(descriptor));
  const char* folder = std::getenv("GRIDMARK_DISK_FOLDER");
  return std::make_unique<PosixDisk>(folder == nullptr || *folder == '\0' ? "." : folder);
}

}  // namespace gridmark::disk
