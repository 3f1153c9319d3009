#pragma once
// cg::reduce: every thread of a tile or coalesced group gets the group's value.
#include <cuda/atomic>

#include "cooperative_groups.h"
#include "gridmark/cooperative/collectives.h"
#include "gridmark/cooperative/functional.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
GRIDMARK_INTRINSIC auto reduce(const Group& group, T&& value, Operator&& op) -> decltype(op(value, value)) {
  return ::gridmark::emulation::reduce_over<Group, ::gridmark::emulation::Plain<T>>(group, value, op);
}

/// Combines the group's value with `dst` once.
template <class Group, class Value, ::cuda::thread_scope scope, class T, class Operator>
GRIDMARK_INTRINSIC void reduce_update_async(const Group& group, ::cuda::atomic<Value, scope>& dst, T&& value,
                                            Operator&& op) {
  const Value total = reduce(group, static_cast<Value>(value), op);
  if (group.thread_rank() == 0) details::update_atomic(dst, total, op);
}
template <class Group, class Value, ::cuda::thread_scope scope, class T, class Operator>
GRIDMARK_INTRINSIC void reduce_update_async(const Group& group, const ::cuda::atomic_ref<Value, scope>& dst,
                                            T&& value, Operator&& op) {
  const Value total = reduce(group, static_cast<Value>(value), op);
  if (group.thread_rank() == 0) details::update_atomic(dst, total, op);
}
template <class Group, class Value, ::cuda::thread_scope scope, class T, class Operator>
GRIDMARK_INTRINSIC void reduce_store_async(const Group& group, ::cuda::atomic<Value, scope>& dst, T&& value,
                                           Operator&& op) {
  const Value total = reduce(group, static_cast<Value>(value), op);
  if (group.thread_rank() == 0) dst.store(total);
}
template <class Group, class Value, ::cuda::thread_scope scope, class T, class Operator>
GRIDMARK_INTRINSIC void reduce_store_async(const Group& group, const ::cuda::atomic_ref<Value, scope>& dst,
                                           T&& value, Operator&& op) {
  const Value total = reduce(group, static_cast<Value>(value), op);
  if (group.thread_rank() == 0) dst.store(total);
}
template <class Group, class Value, class T, class Operator>
GRIDMARK_INTRINSIC void reduce_store_async(const Group& group, Value* dst, T&& value, Operator&& op) {
  const Value total = reduce(group, static_cast<Value>(value), op);
  if (group.thread_rank() == 0) *dst = total;
}

}  // namespace cooperative_groups
