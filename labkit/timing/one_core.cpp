#include "labkit/timing/one_core.h"

namespace gridmark::timing {
namespace {

/// The `index`th processor of a set with more processors.
int nth_of(const cpu_set_t& set, int index) {
  int processor = 0;
  while (!CPU_ISSET(processor, &set) || index-- > 0) ++processor;
  return processor;
}

}  // namespace

OneCore::OneCore(int turn) {
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(nth_of(before_, turn % CPU_COUNT(&before_)), &one);
  changed_ = sched_setaffinity(0, sizeof one, &one) == 0;
}

OneCore::~OneCore() {
  if (changed_) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace gridmark::timing
