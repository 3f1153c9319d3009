#pragma once
// Joint operations of threads: shfl, vote, match, redux, elect, activemask, bar and others.
#include "gridmark/ptx/async_copies.h"
#include "gridmark/ptx/registers.h"
#include "gridmark/warp.h"

namespace gridmark::ptx {

/// shfl.sync.mode d, a, lane, clamp and segment, mask. Modes are CUDA's, whose width is 32 minus the
/// segment's mask.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_shfl(const Register& to, const Register& from, const Register& lane,
                               const Register& segment, const Register& mask) {
  const int width = 32 - static_cast<int>(segment.bits >> 8 & 31);
  const uint32_t value = from.get<uint32_t>(), members = mask.get<uint32_t>();
  const int by = lane.get<int32_t>() & 31;
  if constexpr (has<m_up, Modifiers...>)
    to.set(__shfl_up_sync(members, value, static_cast<unsigned>(by), width));
  else if constexpr (has<m_down, Modifiers...>)
    to.set(__shfl_down_sync(members, value, static_cast<unsigned>(by), width));
  else if constexpr (has<m_bfly, Modifiers...>)
    to.set(__shfl_xor_sync(members, value, by, width));
  else
    to.set(__shfl_sync(members, value, by, width));
}
/// The same with a predicate: whether the source lane was in range.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_shfl(const Register& to, const Register& in_range, const Register& from,
                               const Register& lane, const Register& segment, const Register& mask) {
  const int width = 32 - static_cast<int>(segment.bits >> 8 & 31);
  const int me = static_cast<int>((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32);
  const int by = lane.get<int32_t>() & 31, first = me & ~(width - 1), last = first + width - 1;
  i_shfl<Modifiers...>(to, from, lane, segment, mask);
  in_range.set(has<m_up, Modifiers...>     ? me - by >= first
               : has<m_down, Modifiers...> ? me + by <= last
               : has<m_bfly, Modifiers...> ? (me ^ by) <= last
                                           : true);
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_vote(const Register& to, const Register& predicate, const Register& mask) {
  const uint32_t members = mask.get<uint32_t>();
  const int holds = truth(predicate);
  if constexpr (has<m_ballot, Modifiers...>) {
    to.set(__ballot_sync(members, holds));
  } else if constexpr (has<m_all, Modifiers...>) {
    to.set(__all_sync(members, holds) != 0);
  } else if constexpr (has<m_any, Modifiers...>) {
    to.set(__any_sync(members, holds) != 0);
  } else {
    const uint32_t votes = __ballot_sync(members, holds);
    to.set(votes == 0 || votes == members);
  }
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_match(const Register& to, const Register& value, const Register& mask) {
  using T = type_of<Modifiers...>;
  if constexpr (has<m_any, Modifiers...>) {
    to.set(__match_any_sync(mask.get<uint32_t>(), value.get<T>()));
  } else {
    int same;
    to.set(__match_all_sync(mask.get<uint32_t>(), value.get<T>(), &same));
  }
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_match(const Register& to, const Register& predicate, const Register& value,
                                const Register& mask) {
  int same;
  to.set(__match_all_sync(mask.get<uint32_t>(), value.get<type_of<Modifiers...>>(), &same));
  predicate.set(same != 0);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_redux(const Register& to, const Register& value, const Register& mask) {
  using T = std::conditional_t<std::is_signed_v<type_of<Modifiers...>>, int, unsigned>;
  const unsigned members = mask.get<uint32_t>();
  if constexpr (has<m_add, Modifiers...>) to.set(__reduce_add_sync(members, value.get<T>()));
  if constexpr (has<m_min, Modifiers...>) to.set(__reduce_min_sync(members, value.get<T>()));
  if constexpr (has<m_max, Modifiers...>) to.set(__reduce_max_sync(members, value.get<T>()));
  if constexpr (has<m_and, Modifiers...>) to.set(__reduce_and_sync(members, value.get<unsigned>()));
  if constexpr (has<m_or, Modifiers...>) to.set(__reduce_or_sync(members, value.get<unsigned>()));
  if constexpr (has<m_xor, Modifiers...>) to.set(__reduce_xor_sync(members, value.get<unsigned>()));
}
/// The lowest lane of the mask is elected.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_elect(const Register& leader, const Register& elected, const Register& mask) {
  const uint32_t members = __ballot_sync(mask.get<uint32_t>(), 1);
  const unsigned first = static_cast<unsigned>(__builtin_ctz(members));
  leader.set(first);
  elected.set((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32 == first);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_activemask(const Register& to) {
  to.set(static_cast<uint32_t>(__activemask()));
}

/// bar.sync id; bar.sync id, threads; bar.warp.sync mask; bar.arrive id, threads
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_bar(const Register& id) {
  static_assert(has<m_sync, Modifiers...>, "bar.arrive and bar.red take more operands");
  if constexpr (has<m_warp, Modifiers...>)
    __syncwarp(id.get<uint32_t>());
  else if (id.bits == 0)
    __syncthreads();
  else
    gridmark_named_barrier(id.get<uint32_t>(), 0);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_bar(const Register& id, const Register& threads) {
  if constexpr (has<m_arrive, Modifiers...>)
    gridmark_named_barrier_arrive(id.get<uint32_t>(), threads.get<uint32_t>());
  else
    gridmark_named_barrier(id.get<uint32_t>(), threads.get<uint32_t>());
  GRIDMARK_STAY_A_CALL;
}
/// bar.red.popc.u32 d, 0, p
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_bar(const Register& to, const Register&, const Register& predicate) {
  static_assert(has<m_red, Modifiers...>, "bar with three operands is bar.red");
  const int holds = truth(predicate);
  if constexpr (has<m_popc, Modifiers...>)
    to.set(static_cast<uint32_t>(__syncthreads_count(holds)));
  else
    to.set((has<m_and, Modifiers...> ? __syncthreads_and(holds) : __syncthreads_or(holds)) != 0);
}
template <class... Modifiers, class... Operands>
GRIDMARK_INTRINSIC void i_barrier(const Operands&... operands) {
  i_bar<Modifiers...>(operands...);
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_nanosleep(const Register& time) {
  __nanosleep(time.get<uint32_t>());
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_trap() {
  __trap();
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_brkpt() {
  __trap();
}
/// Kernels of a stream run one after the other, so there is nothing to wait for.
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_griddepcontrol() {}

}  // namespace gridmark::ptx
