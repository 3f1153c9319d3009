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

/// Somebody whose submissions a batch grades.
struct Student {
  std::string id;  ///< names the folder of results; why_no_folder_name() says which cannot
  std::string name;
  std::string email;
  std::string repository;                  ///< path or URL
  std::string group;                       ///< may be empty
  double extension_days = 0;               ///< for every lab
  std::map<std::string, double> lab_days;  ///< lab -> days; stands in for extension_days
  std::vector<Upload> uploads = {};        ///< where there are some, they are the submission
  friend bool operator==(const Student&, const Student&) = default;
};

using Roster = std::vector<Student>;

/// May `id` name a folder of results? Letters, digits and . _ @ + - of ASCII, other letters as UTF-8 has
/// them, no dot or hyphen at the front, at most 100 bytes, not a ResultsFile in any capitals.
/// returns  why not, "" where it may
std::string why_no_folder_name(const std::string& id);

/// Ids that differ only in capitals or in the form of their Unicode characters, each with the first like it.
/// A file system without case holds one folder for both, and a learning platform takes both for one student.
std::vector<std::pair<std::string, std::string>> look_alike_ids(const Roster& roster);

/// A URL or "user@host:path", not a path: a colon comes before any slash.
bool is_address(const std::string& repository);

}  // namespace gridmark
