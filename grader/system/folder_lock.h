#pragma once
#include <filesystem>
#include <string>

#include "base/file_descriptor.h"
#include "grader/core/error.h"
#include "grader/system/stop_flag.h"

namespace gridmark::system {

/// Locks a folder of results against a second batch and against commands that change records. The lock ends
/// with this object or its process. Shards can share the folder, but each shard can be locked only once.
class FolderLock {
 public:
  /// shard   "" for a batch that needs the folder alone, else the name of the shard ("2-of-8")
  /// holder  a line about this process, for those that are refused
  /// errors  filesystem: another batch holds it (the message names it), the folder cannot be written
  static Result<FolderLock> take(const std::filesystem::path& folder, const std::string& shard,
                                 const std::string& holder);

 private:
  FolderLock(FileDescriptor whole, FileDescriptor part) : whole_(std::move(whole)), part_(std::move(part)) {}
  FileDescriptor whole_, part_;
};

/// Waits until no other process holds the file, and makes it if it is missing. The descriptor holds the lock,
/// which ends with its process.
///
/// errors  filesystem: it cannot be made or locked, another process still holds it after `seconds`, or a stop
///         was requested
Result<FileDescriptor> wait_for_file(const std::filesystem::path& file, double seconds, const StopFlag& stop);

/// "pid 4711 on host cpu3", for a lock.
std::string own_process_words();

/// errors  filesystem: it is not a folder and cannot be made, or nothing can be written in it (a file of 4
///         KiB is tried)
Result<void> require_writable(const std::filesystem::path& folder);

/// Moves a folder after its files have reached the disk.
///
/// returns  false: `to` has files already, and nothing was moved
/// errors   filesystem
Result<bool> move_folder_durably(const std::filesystem::path& folder, const std::filesystem::path& to);

}  // namespace gridmark::system
