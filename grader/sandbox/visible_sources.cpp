#include "grader/sandbox/visible_sources.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/file_descriptor.h"
#include "grader/sandbox/isolation_mode.h"

namespace gridmark::sandbox {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what) { throw SandboxFailure(what + ": " + std::strerror(errno)); }

bool open_to_all(mode_t mode) {
  const mode_t wanted = S_ISDIR(mode) ? S_IROTH | S_IXOTH : S_IROTH;
  return (mode & wanted) == wanted;
}

/// True if any user who can reach `path` can read it and everything below it. Links are not checked.
bool all_open(const fs::path& path) {
  constexpr int most_entries = 50'000;
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) fail("cannot read " + path.string());
  if (!open_to_all(info.st_mode)) return false;
  if (!S_ISDIR(info.st_mode)) return true;
  int entries = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (lstat(entry.path().c_str(), &info) != 0) continue;
    if (!S_ISLNK(info.st_mode) && !open_to_all(info.st_mode)) return false;
    if (++entries > most_entries) return true;
  }
  return true;
}

void copy_file_open(const fs::path& from, const fs::path& to) {
  fs::copy_file(from, to);
  chmod(to.c_str(), 0555);
}

/// Copies folders and regular files only. The size of a private tmpfs caps the sum.
void copy_open(const fs::path& from, const fs::path& to) {
  if (!fs::is_directory(from)) return copy_file_open(from, to);
  fs::create_directory(to);
  chmod(to.c_str(), 0755);
  for (const auto& entry : fs::directory_iterator(from)) {
    const fs::path copy = to / entry.path().filename();
    if (entry.is_symlink())
      fs::copy_symlink(entry.path(), copy);
    else if (entry.is_directory() || entry.is_regular_file())
      copy_open(entry.path(), copy);
  }
}

void bind_to(const std::string& from, const fs::path& to) {
  if (fs::is_directory(from))
    fs::create_directory(to);
  else
    FileDescriptor(open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444));
  if (mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) fail("cannot bind " + from);
}

/// A folder that exists everywhere. A new mount over it hides nothing that a run needs.
fs::path folder_to_cover() {
  for (const char* name : {"/mnt", "/media", "/srv", "/opt", "/tmp"})
    if (fs::is_directory(name)) return name;
  throw SandboxFailure("none of /mnt, /media, /srv, /opt, /tmp exists");
}

/// False if this process cannot have its own mounts, as in a container without privileges.
bool unshare_mounts() {
  return unshare(CLONE_NEWNS) == 0 && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

bool mount_tmpfs(const fs::path& folder) {
  return mount("tmpfs", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=256m") == 0;
}

/// Paths through descriptors stay valid if a mount covers the folder that they are in.
std::vector<FileDescriptor> open_all(const std::vector<std::string>& sources) {
  std::vector<FileDescriptor> opened;
  for (const std::string& source : sources) {
    opened.emplace_back(open(source.c_str(), O_PATH | O_CLOEXEC));
    if (!opened.back().valid()) fail("cannot open " + source);
  }
  return opened;
}

/// True if any user can pass every folder on the way to `path`.
bool way_is_open(const fs::path& path) {
  struct stat info {};
  for (fs::path folder = path.parent_path(); folder != folder.root_path(); folder = folder.parent_path())
    if (stat(folder.c_str(), &info) != 0 || (info.st_mode & S_IXOTH) == 0) return false;
  return true;
}

/// Each source gets a separate folder, so that it keeps its name: compilers check the name and print it.
fs::path place_for(const fs::path& source, const fs::path& parent, std::size_t number) {
  const fs::path folder = parent / std::to_string(number);
  fs::create_directory(folder);
  chmod(folder.c_str(), 0755);
  return folder / source.filename();
}

[[noreturn]] void fail_to_show(const std::string& source, const fs::filesystem_error& error) {
  throw SandboxFailure("cannot show " + source + " to the sandbox: " + error.code().message() +
                       " (its files should be readable by all: chmod -R a+rX)");
}

std::vector<std::string> copy_closed(const std::vector<std::string>& sources, const std::string& copies) {
  std::vector<std::string> visible = sources;
  for (std::size_t i = 0; i < sources.size(); ++i) try {
      if (way_is_open(sources[i]) && all_open(sources[i])) continue;
      visible[i] = place_for(sources[i], copies, i);
      copy_open(sources[i], visible[i]);
    } catch (const fs::filesystem_error& error) {
      fail_to_show(sources[i], error);
    }
  return visible;
}

std::vector<std::string> bind_or_copy(const std::vector<std::string>& sources,
                                      const std::vector<FileDescriptor>& opened, const fs::path& cover) {
  std::vector<std::string> visible;
  for (std::size_t i = 0; i < sources.size(); ++i) try {
      const std::string source = "/proc/self/fd/" + std::to_string(opened[i].get());
      visible.push_back(place_for(sources[i], cover, i));
      if (all_open(source))
        bind_to(source, visible.back());
      else
        copy_open(source, visible.back());
    } catch (const fs::filesystem_error& error) {
      fail_to_show(sources[i], error);
    }
  return visible;
}

}  // namespace

std::vector<std::string> make_sources_visible(const std::vector<std::string>& sources,
                                              const std::string& copies) {
  if (geteuid() != 0) return sources;
  if (unshare_mounts()) {
    const std::vector<FileDescriptor> opened = open_all(sources);  // of this namespace, not the previous one
    const fs::path cover = folder_to_cover();
    if (mount_tmpfs(cover)) return bind_or_copy(sources, opened, cover);
  }
  // A security module may allow the namespace but no mount in it.
  return copies.empty() ? sources : copy_closed(sources, copies);
}

}  // namespace gridmark::sandbox
