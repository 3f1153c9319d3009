#pragma once
#include <cstddef>
#include <functional>

#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// Calls `work(i)` for each i below `count`, from up to `jobs` threads, in order of i. An i with `alone(i)`
/// runs while no other does. After a requested stop no further one begins. Returns when all started calls are
/// done.
void run_all(std::size_t count, int jobs, const system::StopFlag& stop,
             const std::function<bool(std::size_t)>& alone, const std::function<void(std::size_t)>& work);

/// The number of processors that this process can use, at least 1.
int processors();

}  // namespace gridmark::schedule
