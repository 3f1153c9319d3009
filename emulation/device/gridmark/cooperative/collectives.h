#pragma once
// Reductions and scans over a group. The threads meet once. The last to come computes for all.
#include "cooperative_groups.h"

namespace gridmark::emulation {

template <class Group>
inline MeetingPlace meeting_place(const Group& group) {
  using cooperative_groups::details::GroupKind;
  const auto& data = group.gridmark_data();
  return {data.mask, data.first, data.kind == GroupKind::wide ? data.size : 0};
}

template <class Group>
struct IsTile : std::false_type {};
template <unsigned int Size, class Parent>
struct IsTile<cooperative_groups::thread_block_tile<Size, Parent>> : std::true_type {};
template <>
struct IsTile<cooperative_groups::coalesced_group> : std::true_type {};

/// Values of the present threads, packed together.
template <class Brought>
struct Row {
  Brought* at[1024];
  unsigned count = 0;
  Row(Contribution* const* all, unsigned slots) {
    for (unsigned slot = 0; slot < slots; ++slot)
      if (all[slot]) at[count++] = static_cast<Brought*>(all[slot]);
  }
};

/// Combines as a tree, like a warp's shuffles: neighbours a power of two apart, the farthest first.
template <class T, class Operator>
struct Reduction : Contribution {
  T value;
  Operator* op;

  Reduction(const T& brought, Operator& operation) : value(brought), op(&operation) {
    combine = [](Contribution* const* all, unsigned slots) {
      const Row<Reduction> row(all, slots);
      unsigned half = 1;
      while (half * 2 < row.count) half *= 2;
      for (; half > 0; half /= 2)
        for (unsigned i = 0; i < half && i + half < row.count; ++i)
          row.at[i]->value = (*row.at[0]->op)(row.at[i]->value, row.at[i + half]->value);
      for (unsigned i = 1; i < row.count; ++i) row.at[i]->value = row.at[0]->value;
    };
  }
};

template <class T, class Operator>
struct Scan : Contribution {
  T value;      ///< becomes the inclusive sum
  T exclusive;  ///< the first thread's is T()
  Operator* op;

  Scan(const T& brought, Operator& operation) : value(brought), exclusive(T()), op(&operation) {
    combine = [](Contribution* const* all, unsigned slots) {
      const Row<Scan> row(all, slots);
      for (unsigned i = 1; i < row.count; ++i) {
        row.at[i]->exclusive = row.at[i - 1]->value;
        row.at[i]->value = (*row.at[0]->op)(row.at[i - 1]->value, row.at[i]->value);
      }
    };
  }
};

template <class Group, class T>
constexpr void check_collective() {
  static_assert(IsTile<Plain<Group>>::value,
                "reduce and scan take a tile or a coalesced group: make one with tiled_partition");
  static_assert(std::is_trivially_copyable<T>::value, "reduce and scan take trivially copyable types");
}

template <class Group, class T, class Operator>
GRIDMARK_INTRINSIC T reduce_over(const Group& group, const T& value, Operator& op) {
  check_collective<Group, T>();
  Reduction<T, Operator> mine(value, op);
  meet_at(meeting_place(group), &mine);
  return mine.value;
}
template <class Group, class T, class Operator>
GRIDMARK_INTRINSIC Scan<T, Operator> scan_over(const Group& group, const T& value, Operator& op) {
  check_collective<Group, T>();
  Scan<T, Operator> mine(value, op);
  meet_at(meeting_place(group), &mine);
  return mine;
}

}  // namespace gridmark::emulation
