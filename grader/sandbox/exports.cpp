#include "grader/sandbox/exports.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace gridmark::sandbox {
namespace {

Exported copy_capped(int from, int to, std::int64_t max_bytes) {
  std::int64_t total = 0;
  char part[64 * 1024];
  ssize_t count = 0;
  while ((count = read(from, part, sizeof part)) > 0) {
    total += count;
    if (total > max_bytes) return Exported::refused;
    errno = ENOSPC;  // for a short write
    if (write(to, part, static_cast<std::size_t>(count)) != count) return Exported::unwritable;
  }
  return count == 0 ? Exported::written : Exported::refused;
}

bool may_replace(const std::string& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
}

}  // namespace

FileDescriptor open_export(const std::string& path) {
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  FileDescriptor file(static_cast<int>(syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
  struct stat info {};
  if (file.valid() && (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_nlink != 1))
    file.close();
  return file;
}

Exported write_export(int from, const Export& file) {
  struct stat info {};
  if (!may_replace(file.host) || fstat(from, &info) != 0 || info.st_size > file.max_bytes)
    return Exported::refused;
  const std::string temporary = file.host + ".part-" + std::to_string(getpid());
  const mode_t mode = (info.st_mode & S_IXUSR) != 0 ? 0755 : 0644;
  const FileDescriptor to(
      open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!to.valid()) return Exported::unwritable;
  Exported outcome = copy_capped(from, to.get(), file.max_bytes);
  if (outcome == Exported::written && rename(temporary.c_str(), file.host.c_str()) != 0)
    outcome = Exported::unwritable;
  if (outcome == Exported::written) return outcome;
  const int why = errno;
  unlink(temporary.c_str());
  errno = why;
  return outcome;
}

}  // namespace gridmark::sandbox
