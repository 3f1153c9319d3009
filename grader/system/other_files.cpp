#include "grader/system/other_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace gridmark::system {
namespace {

constexpr int max_depth = 16;
constexpr int max_entries = 10'000;
constexpr std::size_t max_listed = 100;

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

/// O_NOFOLLOW: a link to a folder is listed, never entered.
Folder open_folder(int parent, const char* name) {
  const int descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  Folder folder(fdopendir(descriptor));
  if (!folder) close(descriptor);
  return folder;
}

class Walk {
 public:
  explicit Walk(const std::vector<std::string>& known) : known_(known) {}

  void enter(int parent, const char* name, const std::string& prefix, int depth) {
    if (depth > max_depth) return ignore(prefix, "folders nested deeper than 16 are not checked");
    const Folder folder = open_folder(parent, name);
    if (!folder) return ignore(prefix, "folder cannot be read");
    while (const dirent* entry = readdir(folder.get())) {
      const std::string entry_name(entry->d_name);
      if (entry_name == "." || entry_name == ".." || entry_name == ".git") continue;
      if (full_) return;
      if (++entries_ > max_entries) return stop_at(prefix + entry_name);
      look_at(dirfd(folder.get()), entry_name, prefix, depth);
    }
  }

  std::vector<IgnoredFile> result() && {
    const auto by_name = [](const IgnoredFile& a, const IgnoredFile& b) { return a.name < b.name; };
    std::sort(ignored_.begin(), ignored_.end(), by_name);
    if (ignored_.size() > max_listed) ignored_.resize(max_listed);
    return std::move(ignored_);
  }

 private:
  void look_at(int folder, const std::string& name, const std::string& prefix, int depth) {
    const std::string path = prefix + name;
    struct stat info {};
    if (fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (S_ISDIR(info.st_mode)) return enter(folder, name.c_str(), path + "/", depth + 1);
    if (std::binary_search(known_.begin(), known_.end(), path)) return;
    if (S_ISLNK(info.st_mode)) return ignore(path, "symbolic link");
    ignore(path, S_ISREG(info.st_mode) ? "not a file of this lab" : "not a regular file");
  }

  void ignore(const std::string& path, const char* reason) { ignored_.push_back({path, reason}); }

  void stop_at(const std::string& path) {
    full_ = true;
    ignore(path, "more than 10,000 entries. The rest was not checked");
  }

  const std::vector<std::string>& known_;
  std::vector<IgnoredFile> ignored_;
  int entries_ = 0;
  bool full_ = false;
};

}  // namespace

std::vector<IgnoredFile> list_other_files(int folder, const std::vector<std::string>& known) {
  Walk walk(known);
  walk.enter(folder, ".", "", 0);
  return std::move(walk).result();
}

}  // namespace gridmark::system
