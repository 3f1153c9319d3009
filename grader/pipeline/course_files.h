#pragma once
// Files of a course, collected to be written elsewhere: a handout, or what another system grades with.
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "grader/core/error.h"

namespace gridmark::pipeline {

struct HandoutFile {
  std::string text;  ///< bytes
  bool executable = false;
};

/// Paths relative to where they will lie -> files.
using Handout = std::map<std::string, HandoutFile>;

/// Collects; what goes wrong is told at the end. Hidden files of editors and systems stay behind.
class CourseFiles {
 public:
  /// root  the course
  explicit CourseFiles(std::filesystem::path root) : root_(std::move(root)) {}

  /// reason  behind the message where it cannot be read: "; labs/one/README.md links to it"
  void add(const std::filesystem::path& name, const std::string& reason = "") {
    take(root_ / name, name, reason);
  }
  /// Everything below `folder`; `leave` are names at its top.
  void add_folder(const std::filesystem::path& folder, std::span<const char* const> leave = {}) {
    walk(root_ / folder, folder, leave, true);
  }
  /// Below `folder` with hidden files, at the top of what is written.
  void add_to_top(const std::filesystem::path& folder) { walk(root_ / folder, "", {}, false); }
  /// What gridmark is built from, without a lab.
  void add_sources();

  /// errors  filesystem: a file cannot be read, or is a link
  Result<Handout> finish() &&;

 private:
  void walk(const std::filesystem::path& from, const std::filesystem::path& name,
            std::span<const char* const> leave, bool tidy);
  void take(const std::filesystem::path& from, const std::filesystem::path& name,
            const std::string& reason = "");
  void fail(const std::filesystem::path& where, const std::string& message);

  std::filesystem::path root_;
  Handout handout_;
  std::optional<Error> problem_;
};

/// Each place of `what`.
void replace_all(std::string& text, const std::string& what, const std::string& with);

/// One file and its folders.
Result<void> write_course_file(const std::filesystem::path& path, const HandoutFile& file);

}  // namespace gridmark::pipeline
