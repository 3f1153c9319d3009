#include "grader/schedule/pool.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace gridmark::schedule {

void run_all(std::size_t count, int jobs, const system::StopFlag& stop,
             const std::function<bool(std::size_t)>& alone, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::shared_mutex machine;  // shared: other jobs can run, exclusive: a job is timed
  const auto take = [&] {
    while (!stop.requested()) {
      const std::size_t i = next++;
      if (i >= count) return;
      std::shared_lock<std::shared_mutex> beside_others(machine, std::defer_lock);
      std::unique_lock<std::shared_mutex> by_itself(machine, std::defer_lock);
      if (alone(i))
        by_itself.lock();
      else
        beside_others.lock();
      if (!stop.requested()) work(i);
    }
  };
  const std::size_t threads = std::min(count, static_cast<std::size_t>(std::max(jobs, 1)));
  std::vector<std::jthread> pool;
  for (std::size_t i = 0; i < threads; ++i) pool.emplace_back(take);
}

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace gridmark::schedule
