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

#include "grader/sandbox/process_stat.h"
#include "grader/sandbox/process_tree.h"

namespace gridmark::sandbox {
namespace {

/// Sizes by inode, so that each file counts once.
using Sizes = std::map<std::uint64_t, std::int64_t>;

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

/// The open descriptors of a thread. Null if they are not readable. A program is closed for some microseconds
/// during exec. A thread that is about to end belongs to root and has no memory any more.
Folder open_descriptors(const std::string& thread) {
  constexpr int attempts = 5;
  constexpr useconds_t pause_microseconds = 1000;
  const std::string name = thread + "/fd";
  Folder opened(opendir(name.c_str()));
  for (int i = 1; i < attempts && !opened && thread_lives(thread); ++i) {
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

/// Adds a file from a line like "7f00-7f10 rw-s 00000000 fe:00 4711   /scratch/file (deleted)".
void add_mapped_file(const std::string& line, const std::vector<std::string>& folders,
                     std::int64_t largest_file_bytes, Sizes& sizes) {
  const std::size_t path = line.find('/');
  const bool ours = line.ends_with(" (deleted)") && path != std::string::npos &&
                    std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
                      return line.compare(path, folder.size(), folder) == 0;
                    });
  unsigned long inode = 0;
  if (ours && std::sscanf(line.c_str(), "%*x-%*x %*s %*x %*x:%*x %lu", &inode) == 1)
    sizes.try_emplace(inode, largest_file_bytes);
}

std::set<dev_t> devices_of(const std::vector<std::string>& folders) {
  std::set<dev_t> devices;
  struct stat info {};
  for (const std::string& folder : folders)
    if (stat(folder.c_str(), &info) == 0) devices.insert(info.st_dev);
  return devices;
}

/// Checks each thread, because threads need not share descriptors. False if those of one thread are not
/// readable.
bool add_files_open_in(pid_t process, const std::set<dev_t>& devices, Sizes& sizes) {
  for (const std::string& thread : thread_folders(process)) {
    const Folder opened = open_descriptors(thread);
    if (!opened && thread_lives(thread)) return false;
    if (opened) add_open_files(dirfd(opened.get()), opened.get(), devices, sizes);
  }
  return true;
}

}  // namespace

std::optional<std::int64_t> nameless_bytes(const std::vector<std::string>& folders,
                                           std::int64_t largest_file_bytes) {
  const std::set<dev_t> devices = devices_of(folders);
  const std::vector<pid_t> processes = descendants(getpid());
  Sizes sizes;
  for (const pid_t process : processes)
    if (!add_files_open_in(process, devices, sizes)) return std::nullopt;
  for (const pid_t process : processes) {
    const auto living = living_thread(process);
    if (!living) continue;
    std::ifstream maps(living->folder + "/maps");
    for (std::string line; std::getline(maps, line);)
      add_mapped_file(line, folders, largest_file_bytes, sizes);
  }
  std::int64_t total = 0;
  for (const auto& [inode, bytes] : sizes) total += bytes;
  return total;
}

}  // namespace gridmark::sandbox
