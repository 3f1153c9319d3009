#pragma once
#include <sched.h>

namespace gridmark::timing {

/// While it lives, all processes that this thread starts run on one processor, with their children.
///
/// Processors of one machine can differ in speed at a time, because another program or another machine of the
/// same host may use a neighbouring one. Two sides that alternate on one processor have equal conditions.
class OneCore {
 public:
  /// turn  0, 1, 2, ...: selects the usable processors in order
  explicit OneCore(int turn);
  ~OneCore();
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  cpu_set_t before_{};
  bool changed_ = false;  ///< false if the kernel refused the change
};

}  // namespace gridmark::timing
