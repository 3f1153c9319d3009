#pragma once
// Warp primitives: the lanes named by the mask meet, then each takes its value.
#include <stdint.h>

#include <type_traits>

#include "gridmark/device_functions.h"

namespace gridmark::emulation {

enum class WarpOperation : uint8_t {
  sync,
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  ballot,
  all,
  any,
  match_any,
  match_all,
  add,
  min_signed,
  max_signed,
  min_unsigned,
  max_unsigned,
  bit_and,
  bit_or,
  bit_xor,
  together,
  collective  ///< the value is a Contribution's address
};

/// Request of a lane in one word, so that one comparison finds the lanes with the same request. `parameter`
/// and `width` are those of the shuffles.
constexpr uint64_t lane_request(WarpOperation operation, int parameter, int width) {
  return static_cast<uint64_t>(operation) << 40 | static_cast<uint64_t>(static_cast<uint8_t>(width)) << 32 |
         static_cast<uint32_t>(parameter);
}

}  // namespace gridmark::emulation

extern "C" {
/// Meets the lanes of `mask` with the same operation. Returns this lane's value.
uint64_t gridmark_warp(uint64_t value, uint64_t request, unsigned mask);
/// The lanes that stand at the same call with the same number, reached in the same way, when no lane of the
/// warp can continue. `caller` is the return address of the calling function, because lanes that call it from
/// two branches are not together.
unsigned gridmark_active_mask(int call, const void* caller);
}

namespace gridmark::emulation {

constexpr unsigned whole_warp = 0xffffffffu;

GRIDMARK_INTRINSIC uint64_t meet_lanes(WarpOperation operation, unsigned mask, uint64_t value, int parameter,
                                       int width) {
  const uint64_t result = gridmark_warp(value, lane_request(operation, parameter, width), mask);
  GRIDMARK_STAY_A_CALL;
  return result;
}

template <class T>
GRIDMARK_INTRINSIC uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= 8, "warp primitives move at most 8 bytes a lane");
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T>
GRIDMARK_INTRINSIC T from_bits(uint64_t bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
using IfShortFloat =
    std::enable_if_t<std::is_class<T>::value && std::is_trivially_copyable<T>::value && sizeof(T) <= 4, int>;
template <class T>
using IfArithmetic = std::enable_if_t<std::is_arithmetic<T>::value || std::is_enum<T>::value, int>;
template <class T>
GRIDMARK_INTRINSIC T shuffle(WarpOperation how, unsigned mask, T value, int parameter, int width) {
  return from_bits<T>(meet_lanes(how, mask, to_bits(value), parameter, width));
}
GRIDMARK_INTRINSIC unsigned vote(WarpOperation how, unsigned mask, int predicate) {
  return static_cast<unsigned>(meet_lanes(how, mask, predicate != 0, 0, 32));
}

}  // namespace gridmark::emulation

GRIDMARK_INTRINSIC void __syncwarp(unsigned mask = gridmark::emulation::whole_warp) {
  gridmark::emulation::meet_lanes(gridmark::emulation::WarpOperation::sync, mask, 0, 0, 32);
}
namespace gridmark::emulation {
GRIDMARK_INTRINSIC unsigned active_mask(int call) {
  const unsigned lanes = gridmark_active_mask(call, __builtin_return_address(0));
  GRIDMARK_STAY_A_CALL;
  return lanes;
}
}  // namespace gridmark::emulation
/// The lanes of this warp that have arrived at this very call when no lane of the warp can continue. The
/// number keeps the compiler from merging the calls of two branches.
#define __activemask() (::gridmark::emulation::active_mask(__COUNTER__))

// One overload for each of CUDA's types, so that a bool or a char becomes an int as in CUDA.
#define GRIDMARK_SHUFFLE(name, T, Parameter, operation)                                             \
  GRIDMARK_INTRINSIC T name(unsigned mask, T value, Parameter parameter, int width = 32) {          \
    return gridmark::emulation::shuffle(gridmark::emulation::WarpOperation::operation, mask, value, \
                                        static_cast<int>(parameter), width);                        \
  }
#define GRIDMARK_SHUFFLES(T)                                    \
  GRIDMARK_SHUFFLE(__shfl_sync, T, int, shuffle)                \
  GRIDMARK_SHUFFLE(__shfl_up_sync, T, unsigned, shuffle_up)     \
  GRIDMARK_SHUFFLE(__shfl_down_sync, T, unsigned, shuffle_down) \
  GRIDMARK_SHUFFLE(__shfl_xor_sync, T, int, shuffle_xor)
GRIDMARK_SHUFFLES(int)
GRIDMARK_SHUFFLES(unsigned)
GRIDMARK_SHUFFLES(long)
GRIDMARK_SHUFFLES(unsigned long)
GRIDMARK_SHUFFLES(long long)
GRIDMARK_SHUFFLES(unsigned long long)
GRIDMARK_SHUFFLES(float)
GRIDMARK_SHUFFLES(double)
#undef GRIDMARK_SHUFFLES
#undef GRIDMARK_SHUFFLE
// __half, __nv_bfloat16 and their pairs.
#define GRIDMARK_SHUFFLE_SHORT(name, Parameter, operation)                                          \
  template <class T, gridmark::emulation::IfShortFloat<T> = 0>                                      \
  GRIDMARK_INTRINSIC T name(unsigned mask, T value, Parameter parameter, int width = 32) {          \
    return gridmark::emulation::shuffle(gridmark::emulation::WarpOperation::operation, mask, value, \
                                        static_cast<int>(parameter), width);                        \
  }
GRIDMARK_SHUFFLE_SHORT(__shfl_sync, int, shuffle)
GRIDMARK_SHUFFLE_SHORT(__shfl_up_sync, unsigned, shuffle_up)
GRIDMARK_SHUFFLE_SHORT(__shfl_down_sync, unsigned, shuffle_down)
GRIDMARK_SHUFFLE_SHORT(__shfl_xor_sync, int, shuffle_xor)
#undef GRIDMARK_SHUFFLE_SHORT

GRIDMARK_INTRINSIC unsigned __ballot_sync(unsigned mask, int predicate) {
  return gridmark::emulation::vote(gridmark::emulation::WarpOperation::ballot, mask, predicate);
}
GRIDMARK_INTRINSIC int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(
      gridmark::emulation::vote(gridmark::emulation::WarpOperation::all, mask, predicate));
}
GRIDMARK_INTRINSIC int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(
      gridmark::emulation::vote(gridmark::emulation::WarpOperation::any, mask, predicate));
}
template <class T, gridmark::emulation::IfArithmetic<T> = 0>
GRIDMARK_INTRINSIC unsigned __match_any_sync(unsigned mask, T value) {
  using namespace gridmark::emulation;
  return static_cast<unsigned>(meet_lanes(WarpOperation::match_any, mask, to_bits(value), 0, 32));
}
template <class T, gridmark::emulation::IfArithmetic<T> = 0>
GRIDMARK_INTRINSIC unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  using namespace gridmark::emulation;
  const auto same = static_cast<unsigned>(meet_lanes(WarpOperation::match_all, mask, to_bits(value), 0, 32));
  *predicate = same != 0;
  return same;
}

#define GRIDMARK_WARP_REDUCTION(name, T, operation)                                                      \
  GRIDMARK_INTRINSIC T name(unsigned mask, T value) {                                                    \
    return static_cast<T>(gridmark::emulation::meet_lanes(gridmark::emulation::WarpOperation::operation, \
                                                          mask, static_cast<uint32_t>(value), 0, 32));   \
  }
GRIDMARK_WARP_REDUCTION(__reduce_add_sync, unsigned, add)
GRIDMARK_WARP_REDUCTION(__reduce_add_sync, int, add)
GRIDMARK_WARP_REDUCTION(__reduce_min_sync, unsigned, min_unsigned)
GRIDMARK_WARP_REDUCTION(__reduce_min_sync, int, min_signed)
GRIDMARK_WARP_REDUCTION(__reduce_max_sync, unsigned, max_unsigned)
GRIDMARK_WARP_REDUCTION(__reduce_max_sync, int, max_signed)
GRIDMARK_WARP_REDUCTION(__reduce_and_sync, unsigned, bit_and)
GRIDMARK_WARP_REDUCTION(__reduce_or_sync, unsigned, bit_or)
GRIDMARK_WARP_REDUCTION(__reduce_xor_sync, unsigned, bit_xor)
#undef GRIDMARK_WARP_REDUCTION

// Functions that CUDA 9 removed for devices whose lanes run independently (compute capability 7.0 and later).
#define GRIDMARK_REMOVED(name, with)                                                                    \
  template <class... Arguments>                                                                         \
  __attribute__((error(#name " was removed for devices of compute capability 7.0 and later: use " #with \
                             ", with the mask of the lanes that take part"))) int                       \
  name(const Arguments&...)
GRIDMARK_REMOVED(__shfl, __shfl_sync);
GRIDMARK_REMOVED(__shfl_up, __shfl_up_sync);
GRIDMARK_REMOVED(__shfl_down, __shfl_down_sync);
GRIDMARK_REMOVED(__shfl_xor, __shfl_xor_sync);
GRIDMARK_REMOVED(__ballot, __ballot_sync);
GRIDMARK_REMOVED(__any, __any_sync);
GRIDMARK_REMOVED(__all, __all_sync);
#undef GRIDMARK_REMOVED
