#pragma once
#include <filesystem>
#include <string>

namespace gridmark::driver {

/// A file without a name, in TMPDIR. It disappears with its descriptor, however the program ends.
class UnnamedFile {
 public:
  UnnamedFile();
  UnnamedFile(UnnamedFile&& other) noexcept;
  UnnamedFile& operator=(UnnamedFile&& other) noexcept;
  ~UnnamedFile();

  int descriptor() const { return descriptor_; }
  /// All content, from any writer.
  std::string read() const;
  /// Replaces the content. The next reader of descriptor() starts at its beginning.
  void write(const std::string& content);

 private:
  int descriptor_;
};

/// The message for a compiler that failed silently, because it had no room for its own message.
std::string silent_failure(const std::string& what, int exit_code);

/// A folder for objects, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace gridmark::driver
