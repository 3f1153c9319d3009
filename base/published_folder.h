#pragma once
// The folder where programs of one user leave files for each other. Only this user can access it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/file_descriptor.h"

namespace gridmark {

/// Opens a folder that is not a link, belongs to this user and is closed to all others.
inline FileDescriptor open_own_folder(const std::string& path) {
  FileDescriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (folder.valid() && (fstat(folder.get(), &status) != 0 || status.st_uid != geteuid() ||
                         (status.st_mode & (S_IRWXG | S_IRWXO)) != 0))
    folder.close();
  return folder;
}

/// $XDG_RUNTIME_DIR/gridmark, or /tmp/gridmark-UID if this user does not own such a folder.
inline std::string published_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime && runtime[0] == '/' && open_own_folder(runtime).valid())
    return std::string(runtime) + "/gridmark";
  return "/tmp/gridmark-" + std::to_string(geteuid());
}

/// The start time of the process, in ticks since the machine started. 0 if there is no such process.
inline std::uint64_t start_of_process(std::int64_t process) {
  const std::string path = "/proc/" + std::to_string(process) + "/stat";
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  char text[2048];
  const ssize_t size = file.valid() ? read(file.get(), text, sizeof text - 1) : 0;
  if (size <= 0) return 0;
  std::string rest(text, static_cast<std::size_t>(size));
  rest.erase(0, rest.rfind(')') + 1);  // the name may contain any character
  for (int field = 2; field < 21; ++field) rest.erase(0, rest.find(' ', 1));
  return std::strtoull(rest.c_str(), nullptr, 10);
}

}  // namespace gridmark
