#include "labkit/disk/posix_disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "labkit/disk/names.h"

namespace gridmark::disk {
namespace {

[[noreturn]] void fail(const std::string& call, const std::string& name, int code) {
  throw DiskError(call, name, code, std::strerror(code));
}

/// A descriptor that is closed at the end of its scope.
struct Opened {
  int descriptor;
  ~Opened() { ::close(descriptor); }
};

bool is_regular(int folder, const char* name) {
  struct stat status {};
  return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

PosixDisk::PosixDisk(const std::string& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_ < 0) fail("open", folder, errno);
}

PosixDisk::~PosixDisk() {
  for (const int file : open_) ::close(file);
  ::close(folder_);
}

void PosixDisk::check_open(const char* call, int file) const {
  if (std::find(open_.begin(), open_.end(), file) == open_.end())
    throw DiskError(call, "", EBADF, "no open file has the handle " + std::to_string(file));
}

void PosixDisk::check_regular(const char* call, const std::string& name) const {
  struct stat status {};
  if (::fstatat(folder_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) fail(call, name, errno);
  if (!S_ISREG(status.st_mode)) throw DiskError(call, name, EINVAL, "this is not a regular file");
}

int PosixDisk::create(const std::string& name) {
  check_name("create", name);
  // Without O_NONBLOCK, opening a pipe of this name would wait for its reader.
  const int file =
      ::openat(folder_, name.c_str(),
               O_WRONLY | O_APPEND | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0) fail("create", name, errno);
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    throw DiskError("create", name, EINVAL, "this is not a regular file");
  }
  open_.push_back(file);
  return file;
}

void PosixDisk::write(int file, const void* data, std::size_t bytes) {
  check_open("write", file);
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(file, next, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", "", errno);
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void PosixDisk::fsync(int file) {
  check_open("fsync", file);
  if (::fsync(file) != 0) fail("fsync", "", errno);
}

void PosixDisk::close(int file) {
  check_open("close", file);
  open_.erase(std::find(open_.begin(), open_.end(), file));
  if (::close(file) != 0) fail("close", "", errno);
}

void PosixDisk::rename(const std::string& from, const std::string& to) {
  check_name("rename", from);
  check_name("rename", to);
  check_regular("rename", from);
  if (::renameat(folder_, from.c_str(), folder_, to.c_str()) != 0) fail("rename", from, errno);
}

void PosixDisk::fsync_folder() {
  if (::fsync(folder_) != 0) fail("fsync_folder", "", errno);
}

void PosixDisk::remove(const std::string& name) {
  check_name("remove", name);
  check_regular("remove", name);
  if (::unlinkat(folder_, name.c_str(), 0) != 0) fail("remove", name, errno);
}

std::vector<std::string> PosixDisk::list() const {
  // A second descriptor has a separate position, so each list begins at the first name.
  const int again = ::openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* folder = again < 0 ? nullptr : ::fdopendir(again);
  if (folder == nullptr) fail("list", "", errno);
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(folder))
    if (is_regular(folder_, entry->d_name)) names.emplace_back(entry->d_name);
  ::closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

std::string PosixDisk::read(const std::string& name) const {
  check_name("read", name);
  check_regular("read", name);
  const Opened file{::openat(folder_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (file.descriptor < 0) fail("read", name, errno);
  std::string contents;
  char piece[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.descriptor, piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", name, errno);
    if (count == 0) return contents;
    contents.append(piece, static_cast<std::size_t>(count));
  }
}

}  // namespace gridmark::disk
