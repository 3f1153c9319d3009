#pragma once
#include <filesystem>

#include "base/file_descriptor.h"
#include "grader/core/error.h"

namespace gridmark::system {

/// A folder of the grader's own below TMPDIR, closed to other users, removed with this object. It is locked
/// for as long, so that the folders of a process that was killed outright can be told from those in use, in
/// whichever process namespace they are.
class TempFolder {
 public:
  /// The first one of a process also removes what killed processes of this user have left.
  ///
  /// errors  filesystem: no folder can be made there
  static Result<TempFolder> make();
  /// In `parent`, which others may write to as well; what is left there is not looked for.
  ///
  /// errors  filesystem: no folder can be made there
  static Result<TempFolder> make_in(const std::filesystem::path& parent);
  TempFolder(TempFolder&& other) noexcept;
  TempFolder& operator=(TempFolder&& other) noexcept;
  ~TempFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  TempFolder(std::filesystem::path path, FileDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::filesystem::path path_;
  FileDescriptor lock_;
};

/// Removes the folders below `parent` that were made as above and are nobody's any more.
void sweep_temp_folders(const std::filesystem::path& parent);

}  // namespace gridmark::system
