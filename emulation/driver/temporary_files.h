#pragma once
#include <filesystem>
#include <string>

namespace gridmark::driver {

/// A file without a name, in TMPDIR: it is gone with its descriptor, however we end.
class UnnamedFile {
 public:
  UnnamedFile();
  UnnamedFile(UnnamedFile&& other) noexcept;
  UnnamedFile& operator=(UnnamedFile&& other) noexcept;
  ~UnnamedFile();

  int descriptor() const { return descriptor_; }
  /// Everything written to it, by whomever.
  std::string read() const;
  /// Replaces the content; the next reader of descriptor() starts at its beginning.
  void write(const std::string& content);

 private:
  int descriptor_;
};

/// What to say where a compiler failed without a word: it had no room for one.
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
