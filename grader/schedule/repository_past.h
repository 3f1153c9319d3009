#pragma once
// The history of the course's looks at a repository.
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "grader/core/course_event.h"
#include "grader/ledger/ledger.h"
#include "grader/schedule/git_mirror.h"

namespace gridmark::schedule {

/// The commits of one branch, each with the time when it was first seen.
struct RepositoryPast {
  std::map<std::string, SeenCommit> commits;
  std::vector<ledger::RepositoryLook>
      lost;  ///< looks whose tip the branch does not have any more, the latest first
};

/// Threads can call it at the same time.
class RepositoryPasts {
 public:
  /// now  UTC, RFC 3339: the time of this look
  RepositoryPasts(ledger::Ledger& ledger, std::string now) : ledger_(ledger), now_(std::move(now)) {}

  /// Notes one look at a branch for each batch, and returns all that is known about the branch.
  ///
  /// errors  filesystem: the ledger's errors
  Result<RepositoryPast> look(const std::string& repository, const std::string& branch,
                              const std::vector<Commit>& history);

 private:
  ledger::Ledger& ledger_;
  std::string now_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, RepositoryPast> known_;
};

}  // namespace gridmark::schedule
