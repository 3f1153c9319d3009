#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/value_limits.h"

namespace gridmark {

/// A file of the submission that was not taken, and why.
struct IgnoredFile {
  std::string name;    ///< bytes, may be hostile
  std::string reason;  ///< "symbolic link", "not a file of this lab", "larger than 1 MiB"
  friend bool operator==(const IgnoredFile&, const IgnoredFile&) = default;
};

/// A student's files for one lab, copied to a folder of the grader.
struct Submission {
  std::string origin;                ///< the folder that the student handed in, as given
  std::filesystem::path staged;      ///< the copy, with `files` and nothing else
  std::vector<std::string> files;    ///< files of the starter that the submission has
  std::vector<std::string> missing;  ///< files of the starter that the submission lacks
  std::vector<IgnoredFile> ignored;  ///< capped at 100
  std::string fingerprint = {};      ///< SHA-256 of all taken files, names and bytes

  // The written part stays out of the staged folder, so that no compiler and no worker sees it.
  std::optional<std::string> report;           ///< REPORT.md, bytes
  std::string report_problem;                  ///< why there is no report, in a message
  std::map<std::string, std::string> results;  ///< "results/sweep.csv" -> bytes
};

constexpr auto fields(const IgnoredFile*) {
  return std::tuple{field("name", &IgnoredFile::name, any_text),
                    field("reason", &IgnoredFile::reason, any_text)};
}

}  // namespace gridmark
