#pragma once
// The state of a folder in a computer that may crash: what programs see, and what is safe.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "labkit/disk/journal.h"

namespace gridmark::disk {

/// How much of a file's unsynced data has reached the disk.
enum class Share { none, half, all };

/// One file, with or without a name.
struct File {
  std::string data;        ///< as programs see it
  std::size_t synced = 0;  ///< so many first bytes are safe
  std::string before;      ///< safe before it was truncated; of use while `truncated`
  bool truncated = false;  ///< since the last fsync

  /// What a crash leaves of it. The view ends with the next change.
  std::string_view after_crash(Share share) const;
};

/// One change of the folder's names. `file` is -1 where the name goes away.
struct NameChange {
  std::string gone;  ///< a name that goes away, or ""
  std::string name;  ///< a name that stands for `file` from now on, or ""
  int file = -1;
};

using Names = std::map<std::string, int>;  ///< name -> file

void change(Names& names, const NameChange& change);

class Folder {
 public:
  explicit Folder(const Contents& before = {});

  /// Why `operation` must fail, as in <cerrno>; 0: it can be applied. Handles are not looked at.
  int fault(const Operation& operation) const;

  /// Carries out an operation that has no fault; one that failed changes nothing.
  void apply(const Operation& operation);

  const std::vector<File>& files() const { return files_; }
  const Names& names() const { return names_; }                        ///< as programs see them
  const Names& safe_names() const { return safe_names_; }              ///< as a crash leaves them at least
  const std::vector<NameChange>& pending() const { return pending_; }  ///< not yet safe, oldest first

  /// The number of an open file.
  int file_of(int handle) const { return handles_.at(handle); }

  /// The present name of an open file; "" when it has none.
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
