#pragma once
// Files of a course that are written elsewhere: as a handout, or for grading by another system.
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

/// Path below the destination -> file.
using Handout = std::map<std::string, HandoutFile>;

/// Collects files. finish() reports the errors. Hidden files of editors and systems are left out.
class CourseFiles {
 public:
  /// root  the course
  explicit CourseFiles(std::filesystem::path root) : root_(std::move(root)) {}

  /// reason  added to the message if it cannot be read: "; labs/one/README.md links to it"
  void add(const std::filesystem::path& name, const std::string& reason = "") {
    take(root_ / name, name, reason);
  }
  /// Adds everything below `folder` except the names in `leave` at its top.
  void add_folder(const std::filesystem::path& folder, std::span<const char* const> leave = {}) {
    walk(root_ / folder, folder, leave, true);
  }
  /// Adds all files below `folder`, with hidden ones, at the top of the destination.
  void add_to_top(const std::filesystem::path& folder) { walk(root_ / folder, "", {}, false); }
  /// Adds gridmark's sources, without a lab.
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

/// Replaces each occurrence of `what`.
void replace_all(std::string& text, const std::string& what, const std::string& with);

/// Writes one file and its folders.
Result<void> write_course_file(const std::filesystem::path& path, const HandoutFile& file);

}  // namespace gridmark::pipeline
