#pragma once
#include <filesystem>
#include <string>

#include "base/file_descriptor.h"
#include "grader/core/error.h"
#include "grader/system/stop_flag.h"

namespace gridmark::system {

/// Keeps a second batch, or a command that changes records, away from a folder of results for as long as it
/// lives; a process that dies lets go. Shards share the folder, but no two of them are the same.
class FolderLock {
 public:
  /// shard   "" for a batch that wants the folder for itself, else what tells shards apart ("2-of-8")
  /// holder  who this is, one line for whoever is refused
  /// errors  filesystem: another batch holds it (says who), the folder cannot be written
  static Result<FolderLock> take(const std::filesystem::path& folder, const std::string& shard,
                                 const std::string& holder);

 private:
  FolderLock(FileDescriptor whole, FileDescriptor part) : whole_(std::move(whole)), part_(std::move(part)) {}
  FileDescriptor whole_, part_;
};

/// Waits until no other process holds the file, which is made where it is missing. Whoever has the descriptor
/// holds it; a process that dies lets go.
///
/// errors  filesystem: it cannot be made or locked, is still another's after `seconds`, or a stop was asked
/// for
Result<FileDescriptor> wait_for_file(const std::filesystem::path& file, double seconds, const StopFlag& stop);

/// "pid 4711 on host cpu3", for a lock.
std::string own_process_words();

/// errors  filesystem: it is no folder and cannot be made, or nothing can be written in it (a file of 4 KiB
/// is tried)
Result<void> require_writable(const std::filesystem::path& folder);

/// The files of `folder` reach the disk before it gets its new name.
///
/// returns  false: `to` has files already, and nothing was moved
/// errors   filesystem
Result<bool> move_folder_durably(const std::filesystem::path& folder, const std::filesystem::path& to);

}  // namespace gridmark::system
