#include "grader/system/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>

#include "base/file_descriptor.h"

namespace gridmark::system {
namespace {

tl::unexpected<Error> fault(const std::filesystem::path& path, std::string message) {
  return failure(Error::Source::filesystem, path.string(), std::move(message));
}

tl::unexpected<Error> system_fault(const std::filesystem::path& path, const char* what) {
  return fault(path, fmt::format("{}: {}", what, std::strerror(errno)));
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// Removes the file unless it was renamed. The kernel sets the mode, because a mask can only be read by
/// setting it for all threads.
class TemporaryName {
 public:
  explicit TemporaryName(const std::filesystem::path& target) {
    std::random_device random;
    do {
      name_ = fmt::format("{}.part-{:08x}", target.string(), random());
      file_ = FileDescriptor(open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    } while (!file_.valid() && errno == EEXIST);
  }
  ~TemporaryName() {
    if (file_.valid()) unlink(name_.c_str());
  }
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  int file() const { return file_.get(); }
  bool rename_to(const std::filesystem::path& target) {
    if (rename(name_.c_str(), target.c_str()) != 0) return false;
    file_.close();
    return true;
  }

 private:
  std::string name_;
  FileDescriptor file_;
};

void sync_folder(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const FileDescriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.valid()) fsync(opened.get());
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::int64_t max_bytes) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!file.valid() || fstat(file.get(), &info) != 0) return system_fault(path, "cannot be read");
  if (!S_ISREG(info.st_mode)) return fault(path, "is not a regular file");
  std::string text;
  char part[64 * 1024];
  ssize_t count = 0;
  while ((count = read(file.get(), part, sizeof part)) > 0) {
    text.append(part, static_cast<std::size_t>(count));
    if (static_cast<std::int64_t>(text.size()) > max_bytes)
      return fault(path, fmt::format("is larger than {} bytes", max_bytes));
  }
  if (count < 0) return system_fault(path, "cannot be read");
  return text;
}

Result<void> write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) return {};
  return failure(Error::Source::filesystem, path.string(), "cannot be written. Is the disk full?");
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view text) {
  struct stat info {};
  if (lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return fault(path, "exists and is not a regular file");
  TemporaryName temporary(path);
  if (temporary.file() < 0) return system_fault(path, "cannot be written");
  const bool written =
      write_all(temporary.file(), text) && fsync(temporary.file()) == 0 && temporary.rename_to(path);
  if (!written) return system_fault(path, "cannot be written");
  sync_folder(path);
  return {};
}

Result<void> make_folders(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fault(folder, "cannot be made: " + error.message());
  return {};
}

}  // namespace gridmark::system
