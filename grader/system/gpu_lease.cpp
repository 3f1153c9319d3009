#include "grader/system/gpu_lease.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

constexpr auto between_tries = std::chrono::milliseconds(200);
constexpr mode_t shared_by_all = 0666, shared_folder = 01777;

/// Allows only the characters of a UUID, because the name becomes a file's.
bool is_plain(const std::string& uuid) {
  return !uuid.empty() && uuid.size() <= 64 && std::all_of(uuid.begin(), uuid.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::string user_name() {
  const passwd* user = getpwuid(getuid());
  return user && user->pw_name ? user->pw_name : std::to_string(getuid());
}

std::string local_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%H:%M", &parts);
  return text.data();
}

/// Another user may have written any text, so only one short, printable line is read.
std::string holder_in(int file) {
  std::array<char, 200> text{};
  const ssize_t size = pread(file, text.data(), text.size(), 0);
  std::string words(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  words.resize(std::min(words.find('\n'), words.size()));
  for (char& c : words)
    if (c < ' ' || c > '~') c = '?';
  return words.empty() ? "a run that has just taken it" : words;
}

void write_holder(int file, const std::string& holder) {
  const std::string text =
      fmt::format("{}, process {}, since {}: {}\n", user_name(), getpid(), local_time(), holder);
  // The holder's text is only a courtesy, so a full disk must not prevent a measurement.
  if (ftruncate(file, 0) != 0) return;
  [[maybe_unused]] const ssize_t written = pwrite(file, text.data(), text.size(), 0);
}

Result<int> open_lease(const GpuLease::Request& request) {
  if (!is_plain(request.uuid))
    return failure(Error::Source::toolchain, "gridmark-cuda-probe",
                   "found a GPU whose UUID is none: " + request.uuid);
  if (mkdir(request.folder.c_str(), shared_folder) == 0) chmod(request.folder.c_str(), shared_folder);
  const fs::path name = request.folder / (request.uuid + ".lease");
  int file = open(name.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 && errno == ENOENT) {
    file = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, shared_by_all);
    if (file >= 0) fchmod(file, shared_by_all);  // independent of the umask
  }
  if (file >= 0) return file;
  return failure(
      Error::Source::filesystem, name,
      fmt::format("cannot be opened ({}). It keeps two timed runs off one GPU. GRIDMARK_GPU_LEASES names "
                  "another folder, the same for all users of this machine",
                  std::strerror(errno)));
}

}  // namespace

fs::path GpuLease::default_folder() {
  const char* folder = std::getenv("GRIDMARK_GPU_LEASES");
  return folder != nullptr && *folder == '/' ? folder : "/tmp/gridmark-gpu";
}

Result<GpuLease> GpuLease::acquire(const Request& request, const StopFlag& stop,
                                   const std::function<void(const std::string&)>& waiting) {
  const int file = TRY(open_lease(request));
  GpuLease lease(file);
  std::string told;
  while (flock(lease.file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return failure(Error::Source::filesystem, request.folder,
                     fmt::format("holds no lease that can be locked: {}", std::strerror(errno)));
    if (stop.requested())
      return failure(Error::Source::toolchain, request.uuid,
                     "was never free: " + holder_in(lease.file_) + " holds it");
    const std::string words = "waiting for the GPU, held by " + holder_in(lease.file_);
    if (words != std::exchange(told, words) && waiting) waiting(words);
    std::this_thread::sleep_for(between_tries);
  }
  write_holder(lease.file_, request.holder);
  return lease;
}

GpuLease::GpuLease(GpuLease&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

GpuLease& GpuLease::operator=(GpuLease&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

GpuLease::~GpuLease() {
  if (file_ < 0) return;
  [[maybe_unused]] const int emptied = ftruncate(file_, 0);
  close(file_);
}

}  // namespace gridmark::system
