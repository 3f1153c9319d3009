#include "grader/sandbox/folder_watch.h"

#include <sys/statvfs.h>

#include <algorithm>

#include "grader/sandbox/file_tree.h"
#include "grader/sandbox/nameless_files.h"

namespace gridmark::sandbox {

using Clock = std::chrono::steady_clock;

FolderWatch::FolderWatch(const Options& options)
    : folders_(options.writable),
      private_tmpfs_(options.writable.empty()),
      most_files_(options.files),
      most_bytes_((options.tmp_mib + options.work_mib) << 20),
      largest_file_bytes_(options.file_size_mib << 20) {
  if (!private_tmpfs_) return;
  folders_ = {"/tmp", "/dev/shm"};
  if (options.work_mib > 0) folders_.emplace_back("/box");
}

FolderWatch::Excess FolderWatch::look() {
  if (found_ != Excess::none || Clock::now() < next_walk_) return found_;
  return last_look();
}

FolderWatch::Excess FolderWatch::last_look() {
  if (found_ == Excess::none) found_ = private_tmpfs_ ? count_tmpfs_files() : walk_folders();
  return found_;
}

FolderWatch::Excess FolderWatch::count_tmpfs_files() const {
  std::int64_t files = 0;
  for (const std::string& folder : folders_) {
    struct statvfs info {};
    if (statvfs(folder.c_str(), &info) == 0) files += static_cast<std::int64_t>(info.f_files - info.f_ffree);
  }
  return files > most_files_ ? Excess::files : Excess::none;
}

FolderWatch::Excess FolderWatch::walk_folders() {
  constexpr int share = 20;
  constexpr auto shortest = std::chrono::milliseconds(20);
  const Clock::time_point begin = Clock::now();
  std::int64_t files = 0, bytes = 0;
  bool complete = true, disturbed = false;
  for (const std::string& folder : folders_) {
    const TreeSize size = measure_tree(folder, most_files_ - files);
    files += size.entries;
    bytes += size.bytes;
    complete = complete && size.complete;
    disturbed = disturbed || size.disturbed;
  }
  const std::optional<std::int64_t> nameless = nameless_bytes(folders_, largest_file_bytes_);
  next_walk_ = Clock::now() + std::max<Clock::duration>(shortest, share * (Clock::now() - begin));
  disturbed_walks_ = disturbed ? disturbed_walks_ + 1 : 0;
  if (!complete || disturbed_walks_ > most_disturbed_walks) return Excess::files;
  if (!nameless) return Excess::hidden;
  return bytes + *nameless > most_bytes_ ? Excess::bytes : Excess::none;
}

}  // namespace gridmark::sandbox
