#include "emulation/engine/warp_operations.h"

#include <algorithm>

#include "gridmark/cooperative/contribution.h"

namespace gridmark::emulation {
namespace {

template <class Visit>
void for_each_lane(unsigned mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(__builtin_ctz(mask));
}

struct Shuffle {
  WarpOperation operation;
  int parameter, width;
  explicit Shuffle(std::uint64_t request)
      : operation(operation_of(request)),
        parameter(static_cast<int>(static_cast<std::uint32_t>(request))),
        width(static_cast<int>(request >> 32 & 0xff)) {}
};

/// Widths are powers of two, and only an exchange can reach out of its group.
bool stays_in_groups(const Shuffle& shuffle) {
  const int width = shuffle.width, step = shuffle.parameter & 31;
  if (width <= 0 || width > 32 || (width & (width - 1)) != 0) return false;
  return shuffle.operation != WarpOperation::shuffle_xor || step < width;
}

/// The lane that `index` reads. As in hardware, only the lower five bits of the parameter count, and an
/// exchange may reach into an earlier group but not into a later one.
int shuffle_source(const Shuffle& shuffle, int index) {
  const int first = index & ~(shuffle.width - 1), end = first + shuffle.width;
  const int parameter = shuffle.parameter & 31;
  switch (shuffle.operation) {
    case WarpOperation::shuffle:
      return first + (parameter & (shuffle.width - 1));
    case WarpOperation::shuffle_up:
      return index - parameter < first ? index : index - parameter;
    case WarpOperation::shuffle_down:
      return index + parameter >= end ? index : index + parameter;
    default:
      return (index ^ parameter) >= end ? index : index ^ parameter;
  }
}

void shuffle_lanes(WarpMeeting& meeting, unsigned mask) {
  std::uint64_t taken[32];
  for_each_lane(mask, [&](int lane) {
    const int source = shuffle_source(Shuffle(meeting.request[lane]), lane) & 31;
    taken[lane] = mask >> source & 1 ? meeting.value[source] : undefined_lane_value;
  });
  for_each_lane(mask, [&](int lane) { meeting.value[lane] = taken[lane]; });
}

/// All 32 lanes ask for the same. The values move in place, in an order in which none is lost.
void shuffle_whole_warp(std::uint64_t* value, const Shuffle& shuffle) {
  const int width = shuffle.width, step = shuffle.parameter & 31;
  for (int first = 0; first < 32; first += width) {
    std::uint64_t* group = value + first;
    switch (shuffle.operation) {
      case WarpOperation::shuffle_down:
        for (int i = 0; i + step < width; ++i) group[i] = group[i + step];
        break;
      case WarpOperation::shuffle_up:
        for (int i = width - 1; i >= step; --i) group[i] = group[i - step];
        break;
      case WarpOperation::shuffle_xor:
        for (int i = 0; i < width; ++i)
          if ((i ^ step) > i) std::swap(group[i], group[i ^ step]);
        break;
      default: {
        const std::uint64_t one = group[step & (width - 1)];
        for (int i = 0; i < width; ++i) group[i] = one;
      }
    }
  }
}

void give_all(WarpMeeting& meeting, unsigned mask, std::uint64_t value) {
  for_each_lane(mask, [&](int lane) { meeting.value[lane] = value; });
}

unsigned ballot(const WarpMeeting& meeting, unsigned mask) {
  unsigned set = 0;
  for_each_lane(mask, [&](int lane) { set |= unsigned{meeting.value[lane] != 0} << lane; });
  return set;
}

/// Lanes of the mask whose value is `value`.
unsigned lanes_with(const WarpMeeting& meeting, unsigned mask, std::uint64_t value) {
  unsigned same = 0;
  for_each_lane(mask, [&](int lane) { same |= unsigned{meeting.value[lane] == value} << lane; });
  return same;
}

void match_any(WarpMeeting& meeting, unsigned mask) {
  unsigned same[32];
  for_each_lane(mask, [&](int lane) { same[lane] = lanes_with(meeting, mask, meeting.value[lane]); });
  for_each_lane(mask, [&](int lane) { meeting.value[lane] = same[lane]; });
}

template <class Combine>
void reduce(WarpMeeting& meeting, unsigned mask, Combine combine) {
  auto total = static_cast<std::uint32_t>(meeting.value[__builtin_ctz(mask)]);
  for_each_lane(mask & (mask - 1), [&](int lane) {
    total = static_cast<std::uint32_t>(combine(total, static_cast<std::uint32_t>(meeting.value[lane])));
  });
  give_all(meeting, mask, total);
}

std::int32_t as_signed(std::uint32_t value) { return static_cast<std::int32_t>(value); }

void reduce_lanes(WarpMeeting& meeting, unsigned mask, WarpOperation operation) {
  using U = std::uint32_t;
  switch (operation) {
    case WarpOperation::add:
      return reduce(meeting, mask, [](U a, U b) { return a + b; });
    case WarpOperation::min_signed:
      return reduce(meeting, mask, [](U a, U b) { return std::min(as_signed(a), as_signed(b)); });
    case WarpOperation::max_signed:
      return reduce(meeting, mask, [](U a, U b) { return std::max(as_signed(a), as_signed(b)); });
    case WarpOperation::min_unsigned:
      return reduce(meeting, mask, [](U a, U b) { return std::min(a, b); });
    case WarpOperation::max_unsigned:
      return reduce(meeting, mask, [](U a, U b) { return std::max(a, b); });
    case WarpOperation::bit_and:
      return reduce(meeting, mask, [](U a, U b) { return a & b; });
    case WarpOperation::bit_or:
      return reduce(meeting, mask, [](U a, U b) { return a | b; });
    default:
      return reduce(meeting, mask, [](U a, U b) { return a ^ b; });
  }
}

/// The lanes' own code computes. Each lane's value is the address of the data that it brought.
void combine_lanes(const WarpMeeting& meeting, unsigned mask) {
  Contribution* all[32] = {};
  for_each_lane(mask, [&](int lane) { all[lane] = reinterpret_cast<Contribution*>(meeting.value[lane]); });
  all[__builtin_ctz(mask)]->combine(all, 32);
}

}  // namespace

bool find_undefined_shuffle(const WarpMeeting& meeting, unsigned mask, unsigned* lane, unsigned* source) {
  const WarpOperation operation = operation_of(meeting.request[__builtin_ctz(mask)]);
  if (operation < WarpOperation::shuffle || operation > WarpOperation::shuffle_xor) return false;
  const bool down = operation == WarpOperation::shuffle_down;
  const unsigned judged = down ? mask & -mask : mask;
  for (unsigned rest = judged; rest; rest &= rest - 1) {
    *lane = static_cast<unsigned>(__builtin_ctz(rest));
    *source =
        static_cast<unsigned>(shuffle_source(Shuffle(meeting.request[*lane]), static_cast<int>(*lane)) & 31);
    if (mask >> *source & 1) continue;
    if (!down || meeting.mask[*lane] >> *source & 1) return true;
  }
  return false;
}

void meet(WarpMeeting& meeting, unsigned mask) {
  const int first = __builtin_ctz(mask);
  const std::uint64_t request = meeting.request[first];
  switch (operation_of(request)) {
    case WarpOperation::sync:
      return give_all(meeting, mask, mask);
    case WarpOperation::shuffle:
    case WarpOperation::shuffle_up:
    case WarpOperation::shuffle_down:
    case WarpOperation::shuffle_xor:
      if (mask == whole_warp && !meeting.mixed && stays_in_groups(Shuffle(request)))
        return shuffle_whole_warp(meeting.value, Shuffle(request));
      return shuffle_lanes(meeting, mask);
    case WarpOperation::ballot:
      return give_all(meeting, mask, ballot(meeting, mask));
    case WarpOperation::all:
      return give_all(meeting, mask, ballot(meeting, mask) == mask);
    case WarpOperation::any:
      return give_all(meeting, mask, ballot(meeting, mask) != 0);
    case WarpOperation::match_any:
      return match_any(meeting, mask);
    case WarpOperation::match_all:
      return give_all(meeting, mask, lanes_with(meeting, mask, meeting.value[first]) == mask ? mask : 0);
    case WarpOperation::collective:
      return combine_lanes(meeting, mask);
    default:
      return reduce_lanes(meeting, mask, operation_of(request));
  }
}

}  // namespace gridmark::emulation
