#include "grader/schedule/repository_past.h"

#include <algorithm>

namespace gridmark::schedule {
namespace {

bool has(const std::vector<Commit>& history, const std::string& id) {
  return std::any_of(history.begin(), history.end(), [&](const Commit& one) { return one.id == id; });
}

}  // namespace

Result<RepositoryPast> RepositoryPasts::look(const std::string& repository, const std::string& branch,
                                             const std::vector<Commit>& history) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [known, fresh] = known_.try_emplace({repository, branch});
  if (!fresh) return known->second;
  std::vector<std::pair<std::string, std::string>> commits;
  for (const Commit& one : history) commits.emplace_back(one.id, moment_text(one.when));
  const auto before = TRY(ledger_.looks(repository, branch));
  TRY(ledger_.note_look(repository, branch, now_, commits));
  known->second.commits = TRY(ledger_.seen_commits(repository));
  for (const ledger::RepositoryLook& look : before)
    if (!look.tip.empty() && !has(history, look.tip)) known->second.lost.push_back(look);
  return known->second;
}

}  // namespace gridmark::schedule
