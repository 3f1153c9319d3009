#pragma once
// Notices when an editor saves a file.
#include <filesystem>
#include <string>
#include <vector>

#include "base/file_descriptor.h"
#include "grader/core/error.h"
#include "grader/system/stop_flag.h"

namespace gridmark::system {

/// Watches `files` below `folder`. It watches their folders instead of the files, because many editors write
/// a new file and rename it over the old one. A checkout of another version does the same with all files.
class SaveWatch {
 public:
  /// errors  filesystem: a folder is missing, or the system has no more watches
  static Result<SaveWatch> start(const std::filesystem::path& folder, const std::vector<std::string>& files);

  /// Blocks until one of the files was saved and a moment has passed without another save, or until `stop`.
  /// Saves since the last call count too.
  /// returns  whether a file was saved
  bool wait(const StopFlag& stop);

 private:
  SaveWatch(std::filesystem::path folder, const std::vector<std::string>& files);
  Result<void> watch_folders();
  bool wait_for_events(const StopFlag& stop, int milliseconds) const;
  bool read_events();

  struct Watched {
    int descriptor = -1;  ///< of inotify
    std::filesystem::path folder;
    std::vector<std::string> names;  ///< names of the files in it
  };
  std::vector<Watched> folders_;
  FileDescriptor events_;
};

}  // namespace gridmark::system
