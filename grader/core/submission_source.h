#pragma once
#include <string>

#include "grader/core/value_limits.h"

namespace gridmark {

/// Where a batch took a submission from.
struct SubmissionSource {
  std::string student;     ///< id in the roster, or the folder's name
  std::string repository;  ///< path or URL
  std::string branch;      ///< empty: the repository's own choice, or no repository
  std::string commit;      ///< sha; empty: the files as they lay
  std::string
      committed;        ///< UTC, RFC 3339: when it was handed in, by the policy's clock; empty with `commit`
  std::string content;  ///< SHA-256 of the files that the lab names
  std::string key;      ///< SHA-256 of content, lab, rubric and version: equal keys need no second run
  int attempt = 0;      ///< 1 for the first that was graded
  std::string late;     ///< what lateness does to the points, and dates that cannot be true; empty: nothing
  friend bool operator==(const SubmissionSource&, const SubmissionSource&) = default;
};

constexpr auto fields(const SubmissionSource*) {
  using Source = SubmissionSource;
  return std::tuple{
      field("student", &Source::student, any_text, "id in the roster, or the name of the folder"),
      field("repository", &Source::repository, any_text, "path or URL"),
      field("branch", &Source::branch, any_text, "empty: the repository's own choice, or no repository"),
      field("commit", &Source::commit, any_text, "sha. Empty: the files as they are"),
      field("committed", &Source::committed, any_text,
            "UTC, RFC 3339: when it was handed in, by the policy's clock. Empty where commit is"),
      field("content", &Source::content, any_text, "SHA-256 of the files that the lab names"),
      field("key", &Source::key, any_text, "SHA-256 of content, lab, rubric and version"),
      field("attempt", &Source::attempt, small_count),
      field("late", &Source::late, any_text,
            "the effect of lateness on the points, and commit dates that cannot be true. Empty: neither")};
}

}  // namespace gridmark
