#include "grader/system/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "grader/system/files.h"

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> lock_fault(const fs::path& path, const char* what) {
  return failure(Error::Source::filesystem, path.string(), fmt::format("{}: {}", what, std::strerror(errno)));
}

std::string first_line(int file) {
  std::array<char, 256> text{};
  const ssize_t count = pread(file, text.data(), text.size(), 0);
  const std::string all(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  return all.substr(0, all.find('\n'));
}

Result<FileDescriptor> locked(const fs::path& path, int how, const std::string& holder) {
  FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file.valid()) return lock_fault(path, "the lock cannot be opened");
  if (flock(file.get(), how | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return lock_fault(path, "cannot be locked");
    const std::string who = first_line(file.get());
    return failure(
        Error::Source::filesystem, path.parent_path().string(),
        fmt::format("another gridmark writes these results{}{}. Wait for it, stop it, or name another folder",
                    who.empty() ? "" : ": ", who));
  }
  const std::string line = holder + "\n";
  if (how == LOCK_EX &&
      (ftruncate(file.get(), 0) != 0 || pwrite(file.get(), line.data(), line.size(), 0) < 0))
    return lock_fault(path, "the lock cannot be written");
  return file;
}

void sync_path(const fs::path& path, int flags) {
  const FileDescriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
  if (opened.valid()) fsync(opened.get());
}

}  // namespace

Result<FolderLock> FolderLock::take(const fs::path& folder, const std::string& shard,
                                    const std::string& holder) {
  auto whole = TRY(locked(folder / ".lock", shard.empty() ? LOCK_EX : LOCK_SH, holder));
  if (shard.empty()) return FolderLock(std::move(whole), FileDescriptor());
  auto part = TRY(locked(folder / (".lock-" + shard), LOCK_EX, holder));
  return FolderLock(std::move(whole), std::move(part));
}

Result<FileDescriptor> wait_for_file(const fs::path& file, double seconds, const StopFlag& stop) {
  constexpr auto between_tries = std::chrono::milliseconds(50);
  FileDescriptor opened(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!opened.valid()) return lock_fault(file, "the lock cannot be opened");
  for (double waited = 0; flock(opened.get(), LOCK_EX | LOCK_NB) != 0; waited += 0.05) {
    if (errno != EWOULDBLOCK && errno != EINTR) return lock_fault(file, "cannot be locked");
    if (stop.requested() || waited > seconds)
      return failure(Error::Source::filesystem, file.string(), "another gridmark holds it still");
    std::this_thread::sleep_for(between_tries);
  }
  return opened;
}

std::string own_process_words() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return fmt::format("pid {} on {}", getpid(), host.data());
}

Result<void> require_writable(const fs::path& folder) {
  std::error_code error;
  const bool other = fs::exists(folder, error) && !fs::is_directory(folder, error);
  if (!other) fs::create_directories(folder, error);
  if (other || error)
    return failure(
        Error::Source::filesystem, folder.string(),
        other ? "is not a folder. Name another with --results" : "cannot be made: " + error.message());
  const fs::path trial = folder / ".trial";
  const auto written = write_file_atomically(trial, std::string(4096, '\n'));
  fs::remove(trial, error);
  return written.map_error([&](const Error& why) {
    return Error{why.source, folder.string(),
                 "results cannot be written here (" + why.message +
                     "). Make room or name another folder with --results"};
  });
}

Result<bool> move_folder_durably(const fs::path& folder, const fs::path& to) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) sync_path(entry.path(), 0);
  sync_path(folder, O_DIRECTORY);
  if (rename(folder.c_str(), to.c_str()) != 0) {
    if (errno == ENOTEMPTY || errno == EEXIST) return false;
    return lock_fault(to, "cannot be written");
  }
  sync_path(to.parent_path(), O_DIRECTORY);
  return true;
}

}  // namespace gridmark::system
