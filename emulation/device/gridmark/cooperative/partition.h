#pragma once
// Groups made of groups, the free functions over groups, and invoke_one.
#include <utility>

#include "gridmark/cooperative/tile.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent>
GRIDMARK_INTRINSIC thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}
GRIDMARK_INTRINSIC thread_block_tile<1> this_thread() {
  return thread_block_tile<1>(details::tile_data<1>(0, 1));
}

namespace details {

/// Traps, as hardware does, for a size that is not a power of two up to 32.
GRIDMARK_INTRINSIC void check_tile_size(unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
}

GRIDMARK_INTRINSIC GroupData tile_of_lanes(const GroupData& parent, unsigned size) {
  using namespace ::gridmark::emulation;
  check_tile_size(size);
  if (parent.size <= size) return parent;
  const unsigned rank = population(parent.mask & lanes_below(lane_index())), tile = rank / size;
  unsigned mask = 0;
  for (unsigned member = tile * size; member < tile * size + size && member < parent.size; ++member)
    mask |= 1u << lane_of_rank(parent.mask, member);
  return lanes_data(mask, tile, (parent.size + size - 1) / size, parent.tiled);
}

GRIDMARK_INTRINSIC GroupData tile_of_block(unsigned size) {
  using namespace ::gridmark::emulation;
  check_tile_size(size);
  const unsigned thread = linear_thread(), threads = block_threads(), first = thread & ~(size - 1);
  const unsigned lanes = threads - first < size ? threads - first : size;
  return lanes_data((lanes == 32 ? ~0u : lanes_below(lanes)) << (first & 31), thread / size,
                    (threads + size - 1) / size, true);
}

}  // namespace details

GRIDMARK_INTRINSIC thread_group tiled_partition(const thread_block&, unsigned int size) {
  return thread_group(details::tile_of_block(size));
}
GRIDMARK_INTRINSIC coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  return coalesced_group(details::tile_of_lanes(parent.gridmark_data(), size));
}
GRIDMARK_INTRINSIC thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  const details::GroupData& data = parent.gridmark_data();
  if (data.kind == details::GroupKind::lanes) return thread_group(details::tile_of_lanes(data, size));
  if (data.kind != details::GroupKind::block) __trap();
  return thread_group(details::tile_of_block(size));
}

/// Lanes with equal labels. The parts are ranked by their lowest lanes.
template <class Group, class Label>
GRIDMARK_INTRINSIC coalesced_group labeled_partition(const Group& group, Label label) {
  using namespace ::gridmark::emulation;
  const unsigned parent = group.gridmark_data().mask;
  const unsigned mask = __match_any_sync(parent, label), leader = mask & (0u - mask);
  const unsigned leaders = __ballot_sync(parent, (leader >> lane_index() & 1) != 0);
  return coalesced_group(details::lanes_data(mask, population(leaders & (leader - 1)), population(leaders)));
}
/// Lanes with the same truth value. One part if all agree.
template <class Group>
GRIDMARK_INTRINSIC coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned parent = group.gridmark_data().mask, yes = __ballot_sync(parent, predicate) & parent;
  if (yes == 0 || yes == parent) return coalesced_group(details::lanes_data(parent, 0, 1));
  return coalesced_group(details::lanes_data(predicate ? yes : parent & ~yes, predicate, 2));
}
template <class Group>
GRIDMARK_INTRINSIC coalesced_group labeled_partition(const Group& group, bool label) {
  return binary_partition(group, label);
}

template <class Group>
GRIDMARK_INTRINSIC void sync(const Group& group) {
  group.sync();
}
template <class Group>
GRIDMARK_INTRINSIC auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
GRIDMARK_INTRINSIC auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}
GRIDMARK_INTRINSIC thread_block::arrival_token barrier_arrive(const thread_block& group) {
  return group.barrier_arrive();
}
GRIDMARK_INTRINSIC void barrier_wait(const thread_block& group, thread_block::arrival_token&& token) {
  group.barrier_wait(std::move(token));
}

/// The thread of rank 0 calls `function`.
template <class Group, class Function, class... Arguments>
GRIDMARK_INTRINSIC void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}
template <class Group, class Function, class... Arguments>
GRIDMARK_INTRINSIC auto invoke_one_broadcast(const Group& group, Function&& function,
                                             Arguments&&... arguments) {
  using Result = ::gridmark::emulation::Plain<decltype(function(arguments...))>;
  static_assert(!std::is_void<Result>::value, "invoke_one_broadcast: the function must return a value");
  Result result{};
  if (group.thread_rank() == 0)
    result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

// Names that earlier toolkits kept in this namespace.
namespace experimental {
template <unsigned int CommunicationSize = 8, unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  unsigned char unused[16];
};
template <unsigned int CommunicationSize, unsigned int MaxBlockSize>
GRIDMARK_INTRINSIC thread_block this_thread_block(block_tile_memory<CommunicationSize, MaxBlockSize>&) {
  return thread_block();
}
using cooperative_groups::tiled_partition;
}  // namespace experimental

}  // namespace cooperative_groups
