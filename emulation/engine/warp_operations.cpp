#include "emulation/engine/warp_operations.h"

#include <algorithm>

#include "gridmark/cooperative/contribution.h"

namespace gridmark::emulation {
namespace {

template <class Visit>
void for_each_lane(unsigned mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(__builtin_ctz(mask));
}

int shuffle_source(const Lane& lane, int index) {
  const int first = index & ~(lane.width - 1), end = first + lane.width;
  switch (lane.operation) {
    case WarpOperation::shuffle:
      return first + (lane.parameter & (lane.width - 1));
    case WarpOperation::shuffle_up:
      return index - lane.parameter < first ? index : index - lane.parameter;
    case WarpOperation::shuffle_down:
      return index + lane.parameter >= end ? index : index + lane.parameter;
    default:
      return (index ^ lane.parameter) >= end ? index : index ^ lane.parameter;
  }
}

void shuffle_lanes(Lane* lanes, unsigned mask) {
  std::uint64_t taken[32];
  for_each_lane(mask, [&](int lane) {
    const int source = shuffle_source(lanes[lane], lane) & 31;
    taken[lane] = mask >> source & 1 ? lanes[source].value : undefined_lane_value;
  });
  for_each_lane(mask, [&](int lane) { lanes[lane].value = taken[lane]; });
}

void give_all(Lane* lanes, unsigned mask, std::uint64_t value) {
  for_each_lane(mask, [&](int lane) { lanes[lane].value = value; });
}

unsigned ballot(const Lane* lanes, unsigned mask) {
  unsigned set = 0;
  for_each_lane(mask, [&](int lane) { set |= unsigned{lanes[lane].value != 0} << lane; });
  return set;
}

/// Lanes of the mask whose value is `value`.
unsigned lanes_with(const Lane* lanes, unsigned mask, std::uint64_t value) {
  unsigned same = 0;
  for_each_lane(mask, [&](int lane) { same |= unsigned{lanes[lane].value == value} << lane; });
  return same;
}

void match_any(Lane* lanes, unsigned mask) {
  unsigned same[32];
  for_each_lane(mask, [&](int lane) { same[lane] = lanes_with(lanes, mask, lanes[lane].value); });
  for_each_lane(mask, [&](int lane) { lanes[lane].value = same[lane]; });
}

template <class Combine>
void reduce(Lane* lanes, unsigned mask, Combine combine) {
  auto total = static_cast<std::uint32_t>(lanes[__builtin_ctz(mask)].value);
  for_each_lane(mask & (mask - 1), [&](int lane) {
    total = static_cast<std::uint32_t>(combine(total, static_cast<std::uint32_t>(lanes[lane].value)));
  });
  give_all(lanes, mask, total);
}

std::int32_t as_signed(std::uint32_t value) { return static_cast<std::int32_t>(value); }

void reduce_lanes(Lane* lanes, unsigned mask, WarpOperation operation) {
  using U = std::uint32_t;
  switch (operation) {
    case WarpOperation::add:
      return reduce(lanes, mask, [](U a, U b) { return a + b; });
    case WarpOperation::min_signed:
      return reduce(lanes, mask, [](U a, U b) { return std::min(as_signed(a), as_signed(b)); });
    case WarpOperation::max_signed:
      return reduce(lanes, mask, [](U a, U b) { return std::max(as_signed(a), as_signed(b)); });
    case WarpOperation::min_unsigned:
      return reduce(lanes, mask, [](U a, U b) { return std::min(a, b); });
    case WarpOperation::max_unsigned:
      return reduce(lanes, mask, [](U a, U b) { return std::max(a, b); });
    case WarpOperation::bit_and:
      return reduce(lanes, mask, [](U a, U b) { return a & b; });
    case WarpOperation::bit_or:
      return reduce(lanes, mask, [](U a, U b) { return a | b; });
    default:
      return reduce(lanes, mask, [](U a, U b) { return a ^ b; });
  }
}

/// The lanes' own code computes: each lane's value is the address of what it brought.
void combine_lanes(const Lane* lanes, unsigned mask) {
  Contribution* all[32] = {};
  for_each_lane(mask, [&](int lane) { all[lane] = reinterpret_cast<Contribution*>(lanes[lane].value); });
  all[__builtin_ctz(mask)]->combine(all, 32);
}

}  // namespace

void meet(Lane* lanes, unsigned mask) {
  const Lane& first = lanes[__builtin_ctz(mask)];
  switch (first.operation) {
    case WarpOperation::sync:
    case WarpOperation::active_mask:
      return give_all(lanes, mask, mask);
    case WarpOperation::shuffle:
    case WarpOperation::shuffle_up:
    case WarpOperation::shuffle_down:
    case WarpOperation::shuffle_xor:
      return shuffle_lanes(lanes, mask);
    case WarpOperation::ballot:
      return give_all(lanes, mask, ballot(lanes, mask));
    case WarpOperation::all:
      return give_all(lanes, mask, ballot(lanes, mask) == mask);
    case WarpOperation::any:
      return give_all(lanes, mask, ballot(lanes, mask) != 0);
    case WarpOperation::match_any:
      return match_any(lanes, mask);
    case WarpOperation::match_all:
      return give_all(lanes, mask, lanes_with(lanes, mask, first.value) == mask ? mask : 0);
    case WarpOperation::collective:
      return combine_lanes(lanes, mask);
    default:
      return reduce_lanes(lanes, mask, first.operation);
  }
}

}  // namespace gridmark::emulation
