#pragma once
// The state of a folder in a computer that may crash: the part that programs see and the part that is safe.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "labkit/disk/journal.h"

namespace gridmark::disk {

/// The part of a file's unsynced data that has reached the disk.
enum class Share { none, half, all };

/// One file, with or without a name.
struct File {
  std::string data;        ///< as seen by programs
  std::size_t synced = 0;  ///< number of first bytes that are safe
  std::string before;      ///< safe contents before it was truncated, valid while `truncated`
  bool truncated = false;  ///< since the last fsync

  /// The contents after a crash. The view is valid until the next change.
  std::string_view after_crash(Share share) const;
};

/// One change of the folder's names. `file` is -1 if a name is removed.
struct NameChange {
  std::string gone;  ///< a name that is removed, or ""
  std::string name;  ///< a new name for `file`, or ""
  int file = -1;
};

using Names = std::map<std::string, int>;  ///< name -> file

void change(Names& names, const NameChange& change);

class Folder {
 public:
  explicit Folder(const Contents& before = {});

  /// Why `operation` must fail, from <cerrno>. 0 if it can be applied. Handles are not checked.
  int fault(const Operation& operation) const;

  /// Carries out an operation that has no fault. An operation that failed changes nothing.
  void apply(const Operation& operation);

  const std::vector<File>& files() const { return files_; }
  const Names& names() const { return names_; }                        ///< as seen by programs
  const Names& safe_names() const { return safe_names_; }              ///< at least these survive a crash
  const std::vector<NameChange>& pending() const { return pending_; }  ///< not yet safe, oldest first

  /// The number of an open file.
  int file_of(int handle) const { return handles_.at(handle); }

  /// The current name of an open file, or "" if it has none.
  std::string name_of(int handle) const;
  Contents contents() const;

 private:
  void create(const Operation& operation);
  void record(NameChange change);
  File& opened(int handle);

  std::vector<File> files_;
  Names names_;
  Names safe_names_;
  std::vector<NameChange> pending_;
  std::map<int, int> handles_;  ///< handle -> file
};

}  // namespace gridmark::disk
