#include "grader/system/taken_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "grader/system/open_folder.h"

namespace gridmark::system {
namespace {

constexpr std::size_t max_file_bytes = 1 << 20;

Refusal refusal_of(int error) {
  if (error == ENOENT || error == ENOTDIR) return {""};
  if (error == ELOOP || error == EXDEV) return {"symbolic link"};
  if (error == ENXIO || error == ENODEV) return {"not a regular file"};
  return {"cannot be read"};
}

}  // namespace

std::variant<std::string, Refusal> take_file(int folder, const std::string& name) {
  // A pipe must not block the grader.
  const FileDescriptor file = open_beneath(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file.valid()) return refusal_of(errno);
  struct stat info {};
  if (fstat(file.get(), &info) != 0) return Refusal{"cannot be read"};
  if (!S_ISREG(info.st_mode)) return Refusal{"not a regular file"};
  std::string bytes;
  char part[64 * 1024];
  ssize_t count = 0;
  while (bytes.size() <= max_file_bytes && (count = read(file.get(), part, sizeof part)) > 0)
    bytes.append(part, static_cast<std::size_t>(count));
  if (count < 0) return Refusal{"cannot be read"};
  if (bytes.size() > max_file_bytes) return Refusal{"larger than 1 MiB"};
  return bytes;
}

}  // namespace gridmark::system
