#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gridmark {

/// A file that a student handed in on a learning platform.
struct Upload {
  std::string name;  ///< as the student named it
  std::string path;
  friend bool operator==(const Upload&, const Upload&) = default;
};

/// A person whose submissions a batch grades.
struct Student {
  std::string id;  ///< names the folder of results, see why_no_folder_name()
  std::string name;
  std::string email;
  std::string repository;                  ///< path or URL
  std::string group;                       ///< may be empty
  double extension_days = 0;               ///< for every lab
  std::map<std::string, double> lab_days;  ///< lab -> days, replaces extension_days
  std::vector<Upload> uploads = {};        ///< the submission, if there are any
  friend bool operator==(const Student&, const Student&) = default;
};

using Roster = std::vector<Student>;

/// Whether `id` can name a folder of results. Allowed are ASCII letters, digits and . _ @ + -, and other
/// letters as UTF-8. A dot or hyphen at the front is refused, as are more than 100 bytes and a ResultsFile in
/// any case.
/// returns  the reason against it, or ""
std::string why_no_folder_name(const std::string& id);

/// Ids that differ only in case or in the form of their Unicode characters, each with the first one like it.
/// A file system without case has one folder for both, and a learning platform takes both for one student.
std::vector<std::pair<std::string, std::string>> look_alike_ids(const Roster& roster);

/// Whether `repository` is a URL or "user@host:path", not a path: a colon comes before any slash.
bool is_address(const std::string& repository);

}  // namespace gridmark
