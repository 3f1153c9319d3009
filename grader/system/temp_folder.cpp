#include "grader/system/temp_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view folder_prefix = "gridmark-temporary-";

FileDescriptor opened_folder(const fs::path& folder) {
  return FileDescriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_own(const FileDescriptor& folder) {
  constexpr mode_t permissions = 0777;
  struct stat info {};
  return folder.valid() && fstat(folder.get(), &info) == 0 && info.st_uid == geteuid() &&
         (info.st_mode & permissions) == S_IRWXU;
}

bool lock(const FileDescriptor& folder) { return flock(folder.get(), LOCK_EX | LOCK_NB) == 0; }

/// False if a sweep came between making and locking. Without file locks nothing is swept.
bool claim(const fs::path& path, const FileDescriptor& folder) {
  if (!lock(folder) && errno == EWOULDBLOCK) return false;
  std::error_code ignored;
  return fs::exists(path, ignored);
}

fs::path folder_for_temporaries() {
  std::error_code error;
  const fs::path path = fs::temp_directory_path(error);
  return error ? fs::path("/tmp") : path;
}

}  // namespace

void sweep_temp_folders(const fs::path& parent) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    if (!entry.path().filename().string().starts_with(folder_prefix)) continue;
    const FileDescriptor left = opened_folder(entry.path());
    if (is_own(left) && lock(left)) fs::remove_all(entry.path(), ignored);
  }
}

Result<TempFolder> TempFolder::make() {
  static std::once_flag swept;
  const fs::path parent = folder_for_temporaries();
  std::call_once(swept, [&] { sweep_temp_folders(parent); });
  return make_in(parent).map_error([](Error error) {
    error.message += ". Set TMPDIR to a folder that you may write";
    return error;
  });
}

Result<TempFolder> TempFolder::make_in(const fs::path& parent) {
  while (true) {
    std::string name = (parent / folder_prefix).string() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      return failure(Error::Source::filesystem, name,
                     std::string("no temporary folder can be made (") + std::strerror(errno) + ")");
    FileDescriptor folder = opened_folder(name);
    if (claim(name, folder)) return TempFolder(name, std::move(folder));
  }
}

TempFolder::TempFolder(TempFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

TempFolder& TempFolder::operator=(TempFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace gridmark::system
