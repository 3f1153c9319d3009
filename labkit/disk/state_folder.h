#pragma once
// A crash state as a real folder.
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace gridmark::disk {

/// A temporary folder that is removed at the end of its scope.
class StateFolder {
 public:
  /// errors  std::runtime_error: there is no room, or TMPDIR cannot be written
  StateFolder();
  ~StateFolder();
  StateFolder(const StateFolder&) = delete;
  StateFolder& operator=(const StateFolder&) = delete;

  /// Replaces the folder's contents by these files, whatever a checker left there.
  void fill(const std::map<std::string, std::string_view>& files);

  const std::filesystem::path& path() const { return files_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path files_;
};

}  // namespace gridmark::disk
