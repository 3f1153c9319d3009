#include "grader/pipeline/course_files.h"

#include <algorithm>

#include "grader/system/files.h"

namespace gridmark::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_course_file_bytes = std::int64_t{16} << 20;

/// The folders and files that gridmark is built from.
constexpr const char* rooms[] = {"cmake",  "base",   "protocol",    "emulation",
                                 "grader", "labkit", "docs/formats"};
constexpr const char* course_files[] = {"CMakeLists.txt", "CMakePresets.json",   "gridmark",
                                        ".gitignore",     "labs/CMakeLists.txt", "docs/emulation.md"};
/// Files of editors and systems, which are not part of a course.
bool is_junk(const fs::path& path) {
  const std::string name = path.filename();
  return name.starts_with('.') || name.ends_with('~') || name.ends_with(".orig") || name.ends_with(".rej");
}

}  // namespace

void CourseFiles::add_sources() {
  for (const char* room : rooms) add_folder(room);
  for (const char* file : course_files) add(file);
}

Result<Handout> CourseFiles::finish() && {
  if (problem_) return tl::unexpected<Error>(*problem_);
  return std::move(handout_);
}

void CourseFiles::walk(const fs::path& from, const fs::path& name, std::span<const char* const> leave,
                       bool tidy) {
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(from, problem)) {
    const fs::path path = entry.path();
    const bool left = std::find(leave.begin(), leave.end(), path.filename().string()) != leave.end();
    if (left || (tidy && is_junk(path))) continue;
    if (entry.is_directory() && !entry.is_symlink())
      walk(path, name / path.filename(), {}, tidy);
    else
      take(path, name / path.filename());
  }
  if (problem) fail(from, "cannot be read: " + problem.message());
}

void CourseFiles::take(const fs::path& from, const fs::path& name, const std::string& reason) {
  std::error_code problem;
  if (fs::is_symlink(from, problem)) return fail(from, "is a symbolic link. A handout has files only");
  Result<std::string> text = system::read_file(from, most_course_file_bytes);
  if (!text) return fail(from, text.error().message + reason);
  const bool executable =
      (fs::status(from, problem).permissions() & fs::perms::owner_exec) != fs::perms::none;
  handout_[name.string()] = {std::move(*text), executable};
}

void CourseFiles::fail(const fs::path& where, const std::string& message) {
  if (!problem_) problem_ = Error{Error::Source::filesystem, where.string(), message};
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
}

Result<void> write_course_file(const fs::path& path, const HandoutFile& file) {
  std::error_code problem;
  fs::create_directories(path.parent_path(), problem);
  if (problem)
    return failure(Error::Source::filesystem, path.parent_path().string(),
                   "cannot be made: " + problem.message());
  return system::write_file_atomically(path, file.text).map([&] {
    fs::permissions(path, fs::perms(file.executable ? 0755 : 0644), problem);
  });
}

}  // namespace gridmark::pipeline
