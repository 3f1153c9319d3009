#include "grader/sandbox/file_tree.h"

#include <fts.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace gridmark::sandbox {
namespace {

struct CloseTree {
  void operator()(FTS* tree) const { fts_close(tree); }
};
using Tree = std::unique_ptr<FTS, CloseTree>;

/// fts(3) walks by descriptors, so that no depth is too deep for it.
Tree open_tree(const std::string& folder) {
  std::string name = folder;
  char* const names[] = {name.data(), nullptr};
  return Tree(fts_open(names, FTS_PHYSICAL | FTS_XDEV, nullptr));
}

bool unreadable(const FTSENT& entry) {
  return entry.fts_info == FTS_DNR || entry.fts_info == FTS_ERR || entry.fts_info == FTS_NS;
}

bool means_gone(int error) { return error == ENOENT || error == ENOTDIR; }

/// Null at the end, with errno set where the walk could not go on.
const FTSENT* next_entry(const Tree& tree) {
  errno = 0;
  return tree ? fts_read(tree.get()) : nullptr;
}

void remove_entry(const FTSENT& entry) {
  constexpr mode_t all_of_the_owner = 0700;
  if (entry.fts_info == FTS_D)
    chmod(entry.fts_accpath, all_of_the_owner);
  else if (entry.fts_info == FTS_DP || entry.fts_info == FTS_DNR)
    rmdir(entry.fts_accpath);
  else
    unlink(entry.fts_accpath);
}

}  // namespace

TreeSize measure_tree(const std::string& folder, std::int64_t most_entries) {
  constexpr std::int64_t block_bytes = 512;
  TreeSize size;
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
    if (entry->fts_info != FTS_NS) size.bytes += entry->fts_statp->st_blocks * block_bytes;
  }
  if (!entry && means_gone(errno))
    size.disturbed = true;
  else if (!entry && errno != 0)
    size.complete = false;
  return size;
}

bool remove_tree(const std::string& folder) {
  for (const Tree tree = open_tree(folder);;) {
    const FTSENT* entry = tree ? fts_read(tree.get()) : nullptr;
    if (entry == nullptr) break;
    remove_entry(*entry);
  }
  return access(folder.c_str(), F_OK) != 0;
}

}  // namespace gridmark::sandbox
