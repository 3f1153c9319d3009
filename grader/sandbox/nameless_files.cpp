#include "grader/sandbox/nameless_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <set>

#include "grader/sandbox/process_tree.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

/// By inode, each counted once.
using Sizes = std::map<std::uint64_t, std::int64_t>;

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

std::string process_folder(pid_t process) { return "/proc/" + std::to_string(process); }

/// A process that is on its way out belongs to root and has no addresses any more.
bool has_addresses(pid_t process) {
  const std::string stat = read_small_file(process_folder(process) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  unsigned long bytes = 0;
  if (name_end == std::string::npos) return false;
  std::sscanf(stat.c_str() + name_end + 1,
              " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u %lu", &bytes);
  return bytes > 0;
}

/// Null where the process shows nobody its descriptors. One that is just being replaced by exec is closed for
/// some microseconds.
Folder open_descriptors(pid_t process) {
  constexpr int attempts = 5;
  constexpr useconds_t pause_microseconds = 1000;
  const std::string name = process_folder(process) + "/fd";
  Folder opened(opendir(name.c_str()));
  for (int i = 1; i < attempts && !opened && has_addresses(process); ++i) {
    usleep(pause_microseconds);
    opened.reset(opendir(name.c_str()));
  }
  return opened;
}

void add_open_files(int descriptors, DIR* folder, const std::set<dev_t>& devices, Sizes& sizes) {
  constexpr std::int64_t block_bytes = 512;
  struct stat info {};
  while (const dirent* entry = readdir(folder))
    if (fstatat(descriptors, entry->d_name, &info, 0) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 0 &&
        devices.contains(info.st_dev))
      sizes[info.st_ino] = info.st_blocks * block_bytes;
}

/// "7f00-7f10 rw-s 00000000 fe:00 4711   /scratch/file (deleted)"
void add_mapped_file(const std::string& line, const std::vector<std::string>& folders, Sizes& sizes) {
  const std::size_t path = line.find('/');
  const bool ours = line.ends_with(" (deleted)") && path != std::string::npos &&
                    std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
                      return line.compare(path, folder.size(), folder) == 0;
                    });
  unsigned long begin = 0, end = 0, inode = 0;
  if (!ours || std::sscanf(line.c_str(), "%lx-%lx %*s %*x %*x:%*x %lu", &begin, &end, &inode) != 3) return;
  std::int64_t& size = sizes[inode];
  size = std::max(size, static_cast<std::int64_t>(end - begin));
}

}  // namespace

std::optional<std::int64_t> nameless_bytes(const std::vector<std::string>& folders) {
  std::set<dev_t> devices;
  struct stat info {};
  for (const std::string& folder : folders)
    if (stat(folder.c_str(), &info) == 0) devices.insert(info.st_dev);
  Sizes sizes;
  for (const pid_t process : descendants(getpid())) {
    const Folder opened = open_descriptors(process);
    if (!opened && has_addresses(process)) return std::nullopt;
    if (!opened) continue;
    add_open_files(dirfd(opened.get()), opened.get(), devices, sizes);
    std::ifstream maps(process_folder(process) + "/maps");
    for (std::string line; std::getline(maps, line);) add_mapped_file(line, folders, sizes);
  }
  std::int64_t total = 0;
  for (const auto& [inode, bytes] : sizes) total += bytes;
  return total;
}

}  // namespace gridmark::sandbox
