// bubblewrap (bwrap) in an unprivileged user namespace: own mounts, processes, network, IPC, host name.
#include <unistd.h>

#include <filesystem>

#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/unprivileged_user.h"
#include "grader/sandbox/visible_sources.h"

namespace gridmark::sandbox {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* wrapper = "/usr/bin/bwrap";
constexpr const char* stub_inside = "/.gridmark-sandbox";

void add(Words& words, std::initializer_list<std::string> more) { words.insert(words.end(), more); }

/// --die-with-parent is not used: if bwrap is killed during its set-up, its child would wait forever. The
/// stub ends with the supervisor, and bwrap with the stub.
void add_namespaces(Words& words) {
  add(words, {"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
              "--unshare-cgroup-try", "--disable-userns", "--new-session", "--as-pid-1", "--cap-drop", "ALL",
              "--clearenv", "--hostname", "sandbox", "--uid", "1000", "--gid", "1000"});
}

/// Binds the C library, the compiler and their tools, but nothing of /etc, /home and /var.
void add_system(Words& words) {
  add(words, {"--ro-bind", "/usr", "/usr"});
  for (const char* name : {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}) {
    const fs::path path = fs::path("/") / name;
    if (fs::is_symlink(path))
      add(words, {"--symlink", fs::read_symlink(path), path});
    else if (fs::is_directory(path))
      add(words, {"--ro-bind", path, path});
  }
  add(words, {"--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"});
  add(words, {"--ro-bind-try", "/etc/alternatives", "/etc/alternatives"});
}

void add_tmpfs(Words& words, std::int64_t mib, const char* inside) {
  add(words, {"--perms", "1777", "--size", std::to_string(mib << 20), "--tmpfs", inside});
}

/// Few devices, because each mount costs time: no terminals, and one source of random numbers under two
/// names. The folder is in the root's file system. /dev/zero is left out if needed, because processes can
/// share its mappings as memory without a file.
void add_standard_devices(Words& words, bool denies_hidden_memory) {
  add(words, {"--perms", "0755", "--dir", "/dev"});
  for (const char* device : {"/dev/null", "/dev/urandom"}) add(words, {"--dev-bind", device, device});
  add(words, {"--symlink", "urandom", "/dev/random"});
  if (!denies_hidden_memory) add(words, {"--dev-bind", "/dev/zero", "/dev/zero"});
  add(words, {"--symlink", "/proc/self/fd", "/dev/fd"});
  add(words, {"--symlink", "/proc/self/fd/0", "/dev/stdin", "--symlink", "/proc/self/fd/1", "/dev/stdout",
              "--symlink", "/proc/self/fd/2", "/dev/stderr"});
}

void add_private_folders(Words& words, const Options& options) {
  add(words, {"--proc", "/proc"});
  add_standard_devices(words, options.denies_hidden_memory());
  add_tmpfs(words, options.tmp_mib, "/dev/shm");
  add_tmpfs(words, options.tmp_mib, "/tmp");
  if (options.work_mib > 0) add_tmpfs(words, options.work_mib, "/box");
}

/// Binds the devices at their usual paths. A driver's library finds in /sys which devices belong together.
void add_devices(Words& words, const Options& options) {
  for (const std::string& device : options.devices) add(words, {"--dev-bind", device, device});
  if (!options.devices.empty()) add(words, {"--ro-bind", "/sys", "/sys"});
}

/// The stub's program comes first, then the sources of --read.
void add_sources(Words& words, const Options& options) {
  Words hosts{own_program()};
  for (const Bind& bind : options.read) hosts.push_back(bind.host);
  hosts = make_sources_visible(hosts);
  for (std::size_t i = 0; i < options.read.size(); ++i)
    add(words, {"--ro-bind", hosts[i + 1], options.read[i].inside});
  add(words, {"--ro-bind", hosts[0], stub_inside});
}

class BubblewrapMode : public IsolationMode {
 public:
  std::string_view name() const override { return "bubblewrap"; }

  std::vector<std::string> enter(const Options& options) const override {
    if (access(wrapper, X_OK) != 0) throw SandboxFailure("/usr/bin/bwrap is not installed");
    Words words{wrapper};
    add_namespaces(words);
    add_system(words);
    add_private_folders(words, options);
    add_devices(words, options);
    add_sources(words, options);
    add(words, {"--remount-ro", "/", "--chdir", "/", "--"});
    Options inside = options;
    inside.mode = Mode::bubblewrap;
    const Words stub = stub_command(stub_inside, inside);
    words.insert(words.end(), stub.begin(), stub.end());
    drop_root();  // without root's capabilities only an ordinary user's namespaces are granted
    return words;
  }
};

}  // namespace

std::unique_ptr<IsolationMode> make_bubblewrap_mode() { return std::make_unique<BubblewrapMode>(); }

}  // namespace gridmark::sandbox
