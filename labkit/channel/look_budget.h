#pragma once
#include <chrono>
#include <ctime>
#include <mutex>

namespace gridmark::channel {

/// The time for looks at workers: a share of the checker's time. A look costs processor time, half of it the
/// worker's. Other load on the machine does not count, so it does not reduce the looks.
class LookBudget {
 public:
  static LookBudget& instance() {
    static LookBudget budget;
    return budget;
  }
  bool allows() const {
    const std::lock_guard lock(mutex_);
    return spent_ < at_once + (Clock::now() - begin_) * percent / 100;
  }
  template <class Look>
  void spend(Look look) {
    const std::chrono::nanoseconds begin = used();
    look();
    const std::lock_guard lock(mutex_);
    spent_ += 2 * (used() - begin);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int percent = 1;
  static constexpr std::chrono::milliseconds at_once{5};

  /// CPU time of this thread.
  static std::chrono::nanoseconds used() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  mutable std::mutex mutex_;
  const Clock::time_point begin_ = Clock::now();
  std::chrono::nanoseconds spent_{};
};

}  // namespace gridmark::channel
