#pragma once
#include <string>

#include "grader/core/value_limits.h"

namespace gridmark {

/// The place from which a batch took a submission.
struct SubmissionSource {
  std::string student;     ///< id in the roster, or the folder's name
  std::string repository;  ///< path or URL
  std::string branch;      ///< empty: the repository's default, or no repository
  std::string commit;      ///< SHA, empty for files outside a repository
  std::string committed;   ///< UTC, RFC 3339: hand-in time by the policy's clock, empty with `commit`
  std::string content;     ///< SHA-256 of the files that the lab names
  std::string key;         ///< SHA-256 of content, lab, rubric and version: a known key needs no second run
  int attempt = 0;         ///< 1 for the first graded attempt
  std::string late;        ///< the effect of lateness, and dates that cannot be true, or empty
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
