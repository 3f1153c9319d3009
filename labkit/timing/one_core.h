#pragma once
#include <sched.h>

namespace gridmark::timing {

/// While it lives, what this thread starts runs on one processor, and so does all that comes of it.
///
/// Processors of one machine are not equally fast at one time: another program, or another machine of the
/// same host, may sit beside one of them. Two sides that take turns on the same one have the same luck.
class OneCore {
 public:
  /// turn  0, 1, 2, ...: the usable processors, one after the other
  explicit OneCore(int turn);
  ~OneCore();
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  cpu_set_t before_{};
  bool changed_ = false;  ///< where the kernel refuses, nothing is changed
};

}  // namespace gridmark::timing
