#pragma once
#include <sys/types.h>

#include <vector>

namespace gridmark::sandbox {

/// All living descendants of `root`, without `root`. Orphans count if `root` is their subreaper.
std::vector<pid_t> descendants(pid_t root);

/// How many of `processes` have not ended.
int count_alive(const std::vector<pid_t>& processes);

/// Kills all descendants of the calling process until no new ones appear, and reaps those that it can. The
/// calling process must be a subreaper.
void kill_descendants();

}  // namespace gridmark::sandbox
