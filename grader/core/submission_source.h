#pragma once
#include <string>

namespace gridmark {

/// Where a batch took a submission from.
struct SubmissionSource {
  std::string student;     ///< id in the roster, or the folder's name
  std::string repository;  ///< path or URL
  std::string branch;      ///< empty: the repository's own choice, or no repository
  std::string commit;      ///< sha; empty: the files as they lay
  std::string committed;   ///< UTC, RFC 3339; empty with `commit`
  std::string content;     ///< SHA-256 of the files that the lab names
  std::string key;         ///< SHA-256 of content, lab, rubric and version: equal keys need no second run
  int attempt = 0;         ///< 1 for the first that was graded
  std::string late;  ///< what lateness does to the points, and dates that cannot be true; empty: nothing
  friend bool operator==(const SubmissionSource&, const SubmissionSource&) = default;
};

}  // namespace gridmark
