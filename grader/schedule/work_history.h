#pragma once
#include <set>
#include <string>
#include <vector>

#include "grader/core/commit_history.h"
#include "grader/schedule/git_mirror.h"
#include "grader/schedule/plan.h"

namespace gridmark::schedule {

/// The lines of these texts, without blanks at both ends.
std::set<std::string> trimmed_lines(const std::vector<std::string>& texts);

/// The history of a submission's files in its commits.
///
/// files   paths in the repository
/// given   lines from the course, see trimmed_lines(). They count for no commit
/// errors  filesystem: the history cannot be read, or takes too long
Result<CommitHistory> work_history(const GitMirror& mirror, const std::string& commit,
                                   const std::vector<std::string>& files, const std::set<std::string>& given);

}  // namespace gridmark::schedule
