#pragma once
// cg::memcpy_async, and waiting for it.
#include "cooperative_groups.h"
#include "gridmark/async_copy.h"

namespace cooperative_groups {

namespace details {
template <class Group>
GRIDMARK_INTRINSIC void start_batch(const Group& group, void* to, const void* from, size_t bytes) {
  ::gridmark::emulation::start_shared_copy(group, to, from, bytes);
  gridmark_async_copy_commit();
}
}  // namespace details

/// Copies `bytes` bytes with all threads of the group.
template <class Group, class To, class From, class Size>
GRIDMARK_INTRINSIC void memcpy_async(const Group& group, To* to, const From* from, const Size& bytes) {
  details::start_batch(group, to, from, static_cast<size_t>(bytes));
}
/// Copies elements, as many as fit both sides.
template <class Group, class T, class ToLayout, class FromLayout>
GRIDMARK_INTRINSIC void memcpy_async(const Group& group, T* to, const ToLayout& to_count, const T* from,
                                     const FromLayout& from_count) {
  const size_t available = static_cast<size_t>(from_count), room = static_cast<size_t>(to_count);
  details::start_batch(group, to, from, (room < available ? room : available) * sizeof(T));
}

/// Waits until all but the last `stages` copies of the group have arrived.
template <unsigned int stages, class Group>
GRIDMARK_INTRINSIC void wait_prior(const Group& group) {
  ::gridmark::ptx::finish_copies(stages, false);
  group.sync();
}
template <class Group>
GRIDMARK_INTRINSIC void wait(const Group& group) {
  ::gridmark::ptx::finish_copies(0, true);
  group.sync();
}

}  // namespace cooperative_groups
