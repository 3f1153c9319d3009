#pragma once
#include <algorithm>
#include <mutex>
#include <string>

#include "grader/schedule/batch.h"

namespace gridmark {

/// Keeps a step's status, and tells the watcher of each change.
class BatchWatch {
 public:
  BatchWatch(const BatchWorld& world, std::string step, std::size_t total)
      : world_(world), begin_(world.clock.steady_seconds()) {
    status_.step = std::move(step);
    status_.total = total;
    tell();
  }
  void begins(const std::string& name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    status_.names.push_back(name);
    tell();
  }
  void ends(const std::string& name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    status_.names.erase(std::find(status_.names.begin(), status_.names.end(), name));
    ++status_.done;
    tell();
  }

 private:
  void tell() {
    status_.seconds = world_.clock.steady_seconds() - begin_;
    if (world_.progress) world_.progress(status_);
  }

  const BatchWorld& world_;
  double begin_;
  std::mutex mutex_;
  BatchStatus status_;
};

}  // namespace gridmark
