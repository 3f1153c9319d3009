#pragma once
#include <cstddef>
#include <functional>

#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// Calls `work(i)` for each i below `count`, from up to `jobs` threads, in order of i. One for which
/// `alone(i)` holds runs while no other does. After a requested stop no further one begins. Returns when all
/// that began are done.
void run_all(std::size_t count, int jobs, const system::StopFlag& stop,
             const std::function<bool(std::size_t)>& alone, const std::function<void(std::size_t)>& work);

/// Processors that this process may use, at least 1.
int processors();

}  // namespace gridmark::schedule
