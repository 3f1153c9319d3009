// The kernel's interface by number, because a distribution's headers are older than its kernels.
#include "grader/sandbox/landlock_rules.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {
namespace {

constexpr long landlock_create = 444, landlock_add = 445, landlock_restrict = 446;

// Rights of a rule, with the version that introduced each.
constexpr std::uint64_t execute = 1U << 0, write_file = 1U << 1, read_file = 1U << 2, read_dir = 1U << 3,
                        make_char = 1U << 6, make_socket = 1U << 9, make_fifo = 1U << 10,
                        make_block = 1U << 11, make_link = 1U << 12;
constexpr std::uint64_t version_1 = (1U << 13) - 1;
constexpr std::uint64_t move_between_folders = 1U << 13;   // version 2
constexpr std::uint64_t truncate_file = 1U << 14;          // version 3
constexpr std::uint64_t control_device = 1U << 15;         // version 5
constexpr std::uint64_t bind_or_connect_tcp = 3;           // version 4
constexpr std::uint64_t abstract_sockets_and_signals = 3;  // version 6

constexpr std::uint64_t for_files = execute | write_file | read_file | truncate_file | control_device;
constexpr std::uint64_t reading = execute | read_file | read_dir;
constexpr std::uint64_t special_files = make_char | make_block | make_socket | make_fifo | make_link;

struct RulesetAttributes {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};

struct __attribute__((packed)) PathAttributes {
  std::uint64_t allowed;
  std::int32_t descriptor;
};

RulesetAttributes everything_of(int version) {
  RulesetAttributes all;
  all.files = version_1;
  if (version >= 2) all.files |= move_between_folders;
  if (version >= 3) all.files |= truncate_file;
  if (version >= 4) all.network = bind_or_connect_tcp;
  if (version >= 5) all.files |= control_device;
  if (version >= 6) all.scoped = abstract_sockets_and_signals;
  return all;
}

/// An older kernel takes only the front of the structure.
std::size_t size_for(int version) {
  const std::size_t fields = version >= 6 ? 3 : version >= 4 ? 2 : 1;
  return fields * sizeof(std::uint64_t);
}

class Ruleset {
 public:
  explicit Ruleset(int version) : handled_(everything_of(version)) {
    ruleset_ = FileDescriptor(static_cast<int>(syscall(landlock_create, &handled_, size_for(version), 0U)));
  }
  std::uint64_t handled_files() const { return handled_.files; }

  /// Allows a path. A path that does not exist is skipped.
  void allow(const std::string& path, std::uint64_t what) const {
    const FileDescriptor opened(open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat info {};
    if (!opened.valid() || fstat(opened.get(), &info) != 0) return;
    if (!S_ISDIR(info.st_mode)) what &= for_files;
    const PathAttributes rule{what & handled_.files, opened.get()};
    constexpr int beneath_a_path = 1;
    syscall(landlock_add, ruleset_.get(), beneath_a_path, &rule, 0U);
  }

  bool apply() const { return ruleset_.valid() && syscall(landlock_restrict, ruleset_.get(), 0U) == 0; }

 private:
  RulesetAttributes handled_;
  FileDescriptor ruleset_;
};

/// /dev/zero is left out if needed: processes can share its mappings as memory without a file.
void allow_system(const Ruleset& rules, bool denies_hidden_memory) {
  for (const char* path : {"/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives"})
    rules.allow(path, reading);
  for (const char* path : {"/dev/null", "/dev/random", "/dev/urandom"})
    rules.allow(path, read_file | write_file);
  if (!denies_hidden_memory) rules.allow("/dev/zero", read_file | write_file);
  for (const char* path : {"/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"})
    rules.allow(path, read_file | read_dir);
  rules.allow("/proc/" + std::to_string(getpid()), read_file | read_dir);
}

/// A driver's library finds in /sys which devices belong together.
void allow_devices(const Ruleset& rules, const Options& options) {
  for (const std::string& device : options.devices)
    rules.allow(device, read_file | write_file | control_device);
  if (options.devices.empty()) return;
  for (const char* path : {"/sys", "/proc/driver", "/proc/devices"}) rules.allow(path, read_file | read_dir);
}

}  // namespace

int landlock_version() {
  constexpr unsigned ask_version = 1;
  return std::max(0, static_cast<int>(syscall(landlock_create, nullptr, 0UL, ask_version)));
}

LandlockCoverage restrict_files(const Options& options) {
  const int version = std::min(landlock_version(), options.landlock_version);
  const Ruleset rules(version);
  allow_system(rules, options.denies_hidden_memory());
  allow_devices(rules, options);
  for (const Bind& bind : options.read) rules.allow(bind.host, reading);
  for (const std::string& folder : options.writable)
    rules.allow(folder, rules.handled_files() & ~special_files);
  return {rules.apply(), version >= 3, version >= 6};
}

}  // namespace gridmark::sandbox
