#pragma once
#include <string>

#include "grader/core/commit_history.h"

namespace gridmark::report {

/// "1 commit, everything at once on 2026-10-14 23:51 UTC", or "23 commits over 9 days, 2026-10-05 to
/// 2026-10-14; at most 31 % of the lines at once on 2026-10-12 20:10 UTC".
std::string commit_words(const CommitHistory& history);

}  // namespace gridmark::report
