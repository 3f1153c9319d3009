#pragma once
#include <algorithm>
#include <mutex>
#include <string>

#include "grader/schedule/batch.h"

namespace gridmark::schedule {

/// Keeps a step's status, and calls the watcher after each change.
class BatchWatch {
 public:
  BatchWatch(const BatchContext& context, std::string step, std::size_t total)
      : context_(context), begin_(context.clock.steady_seconds()) {
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
    status_.seconds = context_.clock.steady_seconds() - begin_;
    if (context_.progress) context_.progress(status_);
  }

  const BatchContext& context_;
  double begin_;
  std::mutex mutex_;
  BatchStatus status_;
};

}  // namespace gridmark::schedule
