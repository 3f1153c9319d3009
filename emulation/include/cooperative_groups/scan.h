#pragma once
// Inclusive and exclusive scans over a tile or coalesced group, in the order of the threads' ranks.
#include <cuda/atomic>

#include "cooperative_groups.h"
#include "gridmark/cooperative/collectives.h"
#include "gridmark/cooperative/functional.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
GRIDMARK_INTRINSIC auto inclusive_scan(const Group& group, T&& value, Operator&& op)
    -> decltype(op(value, value)) {
  return ::gridmark::emulation::scan_over<Group, ::gridmark::emulation::Plain<T>>(group, value, op).value;
}
template <class Group, class T>
GRIDMARK_INTRINSIC ::gridmark::emulation::Plain<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<::gridmark::emulation::Plain<T>>());
}
/// The first thread gets a value-initialised T, for every operator.
template <class Group, class T, class Operator>
GRIDMARK_INTRINSIC auto exclusive_scan(const Group& group, T&& value, Operator&& op)
    -> decltype(op(value, value)) {
  return ::gridmark::emulation::scan_over<Group, ::gridmark::emulation::Plain<T>>(group, value, op).exclusive;
}
template <class Group, class T>
GRIDMARK_INTRINSIC ::gridmark::emulation::Plain<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<::gridmark::emulation::Plain<T>>());
}

namespace details {

/// The last thread adds the group's total to `dst`. The old value is added before every thread's sum.
template <class Group, class Atomic, class T, class Operator>
GRIDMARK_INTRINSIC T scan_update(const Group& group, Atomic& dst, const T& value, Operator& op,
                                 bool inclusive) {
  const auto mine = ::gridmark::emulation::scan_over<Group, T>(group, value, op);
  const unsigned last = static_cast<unsigned>(group.num_threads()) - 1;
  T before{};
  if (group.thread_rank() == last) before = update_atomic(dst, mine.value, op);
  before = group.shfl(before, static_cast<int>(last));
  if (inclusive) return op(before, mine.value);
  return group.thread_rank() == 0 ? before : op(before, mine.exclusive);
}

}  // namespace details

#define GRIDMARK_SCAN_UPDATE(name, inclusive, Destination)                                       \
  template <class Group, class Value, ::cuda::thread_scope scope, class T, class Operator>       \
  GRIDMARK_INTRINSIC Value name(const Group& group, Destination dst, T&& value, Operator&& op) { \
    return details::scan_update(group, dst, static_cast<Value>(value), op, inclusive);           \
  }                                                                                              \
  template <class Group, class Value, ::cuda::thread_scope scope, class T>                       \
  GRIDMARK_INTRINSIC Value name(const Group& group, Destination dst, T&& value) {                \
    plus<Value> add;                                                                             \
    return details::scan_update(group, dst, static_cast<Value>(value), add, inclusive);          \
  }
#define GRIDMARK_COMMA ,
GRIDMARK_SCAN_UPDATE(inclusive_scan_update, true, ::cuda::atomic<Value GRIDMARK_COMMA scope>&)
GRIDMARK_SCAN_UPDATE(inclusive_scan_update, true, const ::cuda::atomic_ref<Value GRIDMARK_COMMA scope>&)
GRIDMARK_SCAN_UPDATE(exclusive_scan_update, false, ::cuda::atomic<Value GRIDMARK_COMMA scope>&)
GRIDMARK_SCAN_UPDATE(exclusive_scan_update, false, const ::cuda::atomic_ref<Value GRIDMARK_COMMA scope>&)
#undef GRIDMARK_COMMA
#undef GRIDMARK_SCAN_UPDATE

}  // namespace cooperative_groups
