#pragma once
// A second crash model, written from the description alone. It is slow, and does not share code with
// labkit/disk.
#include <set>
#include <utility>

#include "labkit/disk/journal.h"

namespace gridmark::disk::independent_model {

using Operations = std::vector<Operation>;
using Inodes =
    std::map<std::string, int>;  // name -> the operation that made the file; -1, -2, ... for old files

inline bool acts(const Operation& o) {
  return o.failed == 0 && o.kind != Kind::close && o.kind != Kind::list && o.kind != Kind::read &&
         o.kind != Kind::returned;
}

/// The names after the first `changes` name changes among the first `cut` operations.
inline Inodes names_after(const Journal& j, std::size_t cut, std::size_t changes) {
  Inodes names;
  for (const auto& [name, bytes] : j.before) names.emplace(name, -1 - static_cast<int>(names.size()));
  for (std::size_t i = 0; i < cut && changes > 0; ++i) {
    const Operation& o = j.operations[i];
    if (!acts(o)) continue;
    if (o.kind == Kind::create && !names.count(o.name)) names[o.name] = static_cast<int>(i), --changes;
    if (o.kind == Kind::remove) names.erase(o.name), --changes;
    if (o.kind == Kind::rename && o.name != o.to) names[o.to] = names[o.name], names.erase(o.name), --changes;
  }
  return names;
}

inline std::size_t name_changes(const Journal& j, std::size_t cut) {
  std::size_t low = 0;
  for (std::size_t i = 0; i < cut; ++i) {
    const Operation& o = j.operations[i];
    const bool makes = o.kind == Kind::create && !names_after(j, i, i).count(o.name);
    low += acts(o) && (makes || o.kind == Kind::remove || (o.kind == Kind::rename && o.name != o.to));
  }
  return low;
}

/// The three possible contents of a file after a crash.
inline std::set<std::string> leftovers(const Journal& j, std::size_t cut, int inode) {
  std::string all, safe;
  bool cut_short = false;
  if (inode < 0) all = safe = std::next(j.before.begin(), -1 - inode)->second;
  std::map<int, int> inode_of_handle;
  for (std::size_t i = 0; i < cut; ++i) {
    const Operation& o = j.operations[i];
    if (!acts(o)) continue;
    if (o.kind == Kind::create) {
      const int it = inode_of_handle[o.file] = names_after(j, i + 1, i + 1).at(o.name);
      if (it == inode && it != static_cast<int>(i)) all.clear(), cut_short = true;
    }
    if ((o.kind != Kind::write && o.kind != Kind::fsync) || inode_of_handle.at(o.file) != inode) continue;
    if (o.kind == Kind::write) all += o.data;
    if (o.kind == Kind::fsync) safe = all, cut_short = false;
  }
  const std::size_t kept = cut_short ? 0 : safe.size();
  return {safe, all.substr(0, kept + (all.size() - kept) / 2), all};
}

inline std::set<std::pair<std::size_t, Contents>> states_of(const Journal& j) {
  std::set<std::pair<std::size_t, Contents>> states;
  for (std::size_t cut = 0; cut <= j.operations.size(); ++cut) {
    if (cut < j.operations.size() && !acts(j.operations[cut])) continue;
    std::size_t synced = 0;
    for (std::size_t i = 0; i < cut; ++i)
      if (acts(j.operations[i]) && j.operations[i].kind == Kind::fsync_folder) synced = name_changes(j, i);
    for (std::size_t kept = synced; kept <= name_changes(j, cut); ++kept) {
      std::set<Contents> grown{{}};
      for (const auto& [name, inode] : names_after(j, cut, kept)) {
        std::set<Contents> more;
        for (Contents files : grown)
          for (const std::string& bytes : leftovers(j, cut, inode)) files[name] = bytes, more.insert(files);
        grown = more;
      }
      for (const Contents& files : grown) states.emplace(cut, files);
    }
  }
  return states;
}

}  // namespace gridmark::disk::independent_model
