#pragma once
#include <filesystem>

#include "base/file_descriptor.h"
#include "grader/core/error.h"

namespace gridmark::system {

/// A folder of the grader below TMPDIR, closed to other users and removed with this object. It stays locked,
/// so that folders of killed processes can be told from those in use, even in other process namespaces.
class TempFolder {
 public:
  /// The first call in a process also removes the folders of this user's killed processes.
  ///
  /// errors  filesystem: no folder can be made there
  static Result<TempFolder> make();
  /// Makes a folder in `parent`, where others may write too. Old folders there are not removed.
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

/// Removes such folders below `parent` that no process uses any more.
void sweep_temp_folders(const std::filesystem::path& parent);

}  // namespace gridmark::system
