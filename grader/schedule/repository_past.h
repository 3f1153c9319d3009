#pragma once
// What the course has seen of a repository before, and what it sees now.
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "grader/core/course_event.h"
#include "grader/ledger/ledger.h"
#include "grader/schedule/git_mirror.h"

namespace gridmark::schedule {

/// The commits of one branch, with when each was seen first.
struct RepositoryPast {
  std::map<std::string, SeenCommit> commits;
  std::vector<ledger::RepositoryLook>
      lost;  ///< looks whose tip the branch does not have any more, the latest first
};

/// Threads may call it at once.
class RepositoryPasts {
 public:
  /// now  UTC, RFC 3339: of this look
  RepositoryPasts(ledger::Ledger& ledger, std::string now) : ledger_(ledger), now_(std::move(now)) {}

  /// Notes a look at a branch once, whatever asks for it, and says what is known with it.
  ///
  /// errors  filesystem: the ledger's
  Result<RepositoryPast> look(const std::string& repository, const std::string& branch,
                              const std::vector<Commit>& history);

 private:
  ledger::Ledger& ledger_;
  std::string now_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, RepositoryPast> known_;
};

}  // namespace gridmark::schedule
