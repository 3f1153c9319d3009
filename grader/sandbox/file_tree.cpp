#include "grader/sandbox/file_tree.h"

#include <fcntl.h>
#include <fts.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <set>

#include "base/file_descriptor.h"

namespace gridmark::sandbox {
namespace {

struct CloseTree {
  void operator()(FTS* tree) const { fts_close(tree); }
};
using Tree = std::unique_ptr<FTS, CloseTree>;

/// fts(3) walks by descriptors, so no depth is too deep for it.
Tree open_tree(const std::string& folder) {
  std::string name = folder;
  char* const names[] = {name.data(), nullptr};
  return Tree(fts_open(names, FTS_PHYSICAL | FTS_XDEV, nullptr));
}

bool unreadable(const FTSENT& entry) {
  return entry.fts_info == FTS_DNR || entry.fts_info == FTS_ERR || entry.fts_info == FTS_NS;
}

bool means_gone(int error) { return error == ENOENT || error == ENOTDIR; }

/// Null at the end, or with errno set if the walk could not go on.
const FTSENT* next_entry(const Tree& tree) {
  errno = 0;
  return tree ? fts_read(tree.get()) : nullptr;
}

/// fts(3) enters a folder only after it has checked it, so a folder that replaces it is not entered.
bool is_own(const FTSENT& entry) { return entry.fts_info != FTS_NS && entry.fts_statp->st_uid == geteuid(); }

/// Uses a descriptor, because a link may have replaced the folder since it was listed. O_PATH can open a
/// folder that is closed to its owner, and the mode is changed through /proc.
void give_owner_access(const char* folder) {
  const FileDescriptor opened(open(folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened.valid()) chmod(("/proc/self/fd/" + std::to_string(opened.get())).c_str(), S_IRWXU);
}

void remove_entry(const FTSENT& entry) {
  if (entry.fts_info == FTS_D)
    give_owner_access(entry.fts_accpath);
  else if (entry.fts_info == FTS_DP || entry.fts_info == FTS_DNR)
    rmdir(entry.fts_accpath);
  else
    unlink(entry.fts_accpath);
}

/// A file with several names takes room once.
std::int64_t bytes_once(const struct stat& info, std::set<ino_t>& counted) {
  constexpr std::int64_t block_bytes = 512;
  const bool further_name =
      !S_ISDIR(info.st_mode) && info.st_nlink > 1 && !counted.insert(info.st_ino).second;
  return further_name ? 0 : info.st_blocks * block_bytes;
}

}  // namespace

TreeSize measure_tree(const std::string& folder, std::int64_t most_entries) {
  TreeSize size;
  std::set<ino_t> counted;
  const Tree tree = open_tree(folder);
  const FTSENT* entry = nullptr;
  while ((entry = next_entry(tree))) {
    if (entry->fts_info == FTS_DP || entry->fts_level == FTS_ROOTLEVEL) continue;
    if (unreadable(*entry) && means_gone(entry->fts_errno)) {
      size.disturbed = true;
      continue;
    }
    size.entries += 1;
    if (unreadable(*entry) || size.entries > most_entries) size.complete = false;
    if (size.entries > most_entries) break;
    if (entry->fts_info != FTS_NS) size.bytes += bytes_once(*entry->fts_statp, counted);
  }
  if (!entry && means_gone(errno))
    size.disturbed = true;
  else if (!entry && errno != 0)
    size.complete = false;
  return size;
}

bool remove_tree(const std::string& folder) {
  const Tree tree = open_tree(folder);
  while (const FTSENT* entry = next_entry(tree)) {
    if (entry->fts_level == FTS_ROOTLEVEL && !is_own(*entry)) break;
    remove_entry(*entry);
  }
  return access(folder.c_str(), F_OK) != 0;
}

}  // namespace gridmark::sandbox
