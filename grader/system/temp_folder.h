#pragma once
#include <filesystem>

#include "grader/core/error.h"

namespace gridmark {

/// A folder of the grader's own below TMPDIR, closed to other users, removed with this object.
class TempFolder {
 public:
  /// errors  filesystem: no folder can be made there
  static Result<TempFolder> make();
  TempFolder(TempFolder&& other) noexcept;
  TempFolder& operator=(TempFolder&& other) noexcept;
  ~TempFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TempFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace gridmark
