#include "labkit/channel/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace gridmark::channel {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void* map(int descriptor, std::size_t bytes, SharedMemory::Access access, SharedMemory::Pages pages) {
  if (bytes == 0) return nullptr;
  const int protection = access == SharedMemory::Access::read_only ? PROT_READ : PROT_READ | PROT_WRITE;
  const int flags = MAP_SHARED | (pages == SharedMemory::Pages::at_once ? MAP_POPULATE : 0);
  void* data = mmap(nullptr, bytes, protection, flags, descriptor, 0);
  if (data == MAP_FAILED) fail("cannot map shared memory");
  return data;
}

}  // namespace

std::shared_ptr<SharedMemory> SharedMemory::create(std::size_t bytes, Pages pages) {
  const int descriptor = memfd_create("gridmark", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) fail("cannot create shared memory");
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) fail("cannot size shared memory");
  return std::shared_ptr<SharedMemory>(
      new SharedMemory(descriptor, map(descriptor, bytes, Access::read_write, pages), bytes));
}

std::shared_ptr<SharedMemory> SharedMemory::open(int descriptor, Pages pages) {
  struct stat status {};
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fstat(descriptor, &status) != 0) fail("cannot inspect shared memory");
  const Access access = (flags & O_ACCMODE) == O_RDONLY ? Access::read_only : Access::read_write;
  const auto bytes = static_cast<std::size_t>(status.st_size);
  return std::shared_ptr<SharedMemory>(
      new SharedMemory(descriptor, map(descriptor, bytes, access, pages), bytes));
}

SharedMemory::SharedMemory(int descriptor, void* data, std::size_t bytes)
    : descriptor_(descriptor), data_(data), bytes_(bytes) {}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) munmap(data_, bytes_);
  close(descriptor_);
}

int SharedMemory::sealed_descriptor(Access access) const {
  // FUTURE_WRITE leaves the checker's mapping writable. A read-only descriptor alone is not enough, because
  // its holder may reopen it for writing through /proc/self/fd.
  int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (access == Access::read_only) seals |= F_SEAL_FUTURE_WRITE;
  if (fcntl(descriptor_, F_ADD_SEALS, seals) != 0 && errno != EPERM) fail("cannot seal shared memory");
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor_);
  const int flags = access == Access::read_only ? O_RDONLY : O_RDWR;
  const int shared = ::open(path.c_str(), flags | O_CLOEXEC);
  if (shared < 0) fail("cannot reopen shared memory");
  return shared;
}

}  // namespace gridmark::channel
