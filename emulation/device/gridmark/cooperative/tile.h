#pragma once
// thread_block_tile: 1 to 1024 neighbouring threads of a block, a power of two, known at compile time.
//
// Up to 32 threads meet as lanes of a warp. Larger tiles meet through the block's scheduler. They do not use
// the memory that block_tile_memory reserves on hardware.
#include "gridmark/cooperative/coalesced.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent = void>
class thread_block_tile;

namespace details {

/// A vote over the threads of a wide tile: the number of threads, and the number of yes votes.
struct Vote : ::gridmark::emulation::Contribution {
  bool yes, any, all;
  explicit Vote(bool predicate) : yes(predicate), any(false), all(false) {
    combine = [](Contribution* const* threads, unsigned slots) {
      bool one = false, every = true;
      for (unsigned slot = 0; slot < slots; ++slot) {
        if (!threads[slot]) continue;
        const bool said = static_cast<Vote*>(threads[slot])->yes;
        one |= said, every &= said;
      }
      for (unsigned slot = 0; slot < slots; ++slot)
        if (threads[slot])
          static_cast<Vote*>(threads[slot])->any = one, static_cast<Vote*>(threads[slot])->all = every;
    };
  }
};

template <unsigned int Size>
GRIDMARK_INTRINSIC GroupData tile_data(unsigned meta_rank, unsigned meta_size) {
  const unsigned first = ::gridmark::emulation::linear_thread() & ~(Size - 1);
  const unsigned lanes = Size >= 32 ? ~0u : ((1u << (Size & 31)) - 1) << (first & 31);
  return {Size > 32 ? GroupKind::wide : GroupKind::lanes, true, lanes, first, Size, meta_rank, meta_size};
}

template <unsigned int Size, bool Wide = (Size > 32)>
class TileOperations;

template <unsigned int Size>
class TileOperations<Size, false> : public thread_group {
  using Operation = ::gridmark::emulation::WarpOperation;

 public:
  using thread_group::thread_group;

  GRIDMARK_GROUP_MEMBER void sync() const { __syncwarp(data_.mask); }
  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl(T&& value, int from) const {
    return take(value, Operation::shuffle, static_cast<unsigned>(from), from & (Size - 1));
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl_up(T&& value, unsigned delta) const {
    return take(value, Operation::shuffle_up, delta, delta > rank() ? rank() : rank() - delta);
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl_down(T&& value, unsigned delta) const {
    return take(value, Operation::shuffle_down, delta, delta >= Size - rank() ? rank() : rank() + delta);
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl_xor(T&& value, unsigned bits) const {
    return take(value, Operation::shuffle_xor, bits, (rank() ^ bits) < Size ? rank() ^ bits : rank());
  }
  GRIDMARK_GROUP_MEMBER int any(int predicate) const { return __any_sync(data_.mask, predicate); }
  GRIDMARK_GROUP_MEMBER int all(int predicate) const { return __all_sync(data_.mask, predicate); }
  GRIDMARK_GROUP_MEMBER unsigned ballot(int predicate) const {
    return in_tile(__ballot_sync(data_.mask, predicate));
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER unsigned match_any(T value) const {
    return in_tile(__match_any_sync(data_.mask, value));
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER unsigned match_all(T value, int& all_match) const {
    return in_tile(__match_all_sync(data_.mask, value, &all_match));
  }

 private:
  GRIDMARK_GROUP_MEMBER static unsigned rank() { return ::gridmark::emulation::linear_thread() & (Size - 1); }
  GRIDMARK_GROUP_MEMBER static unsigned first_lane() {
    return ::gridmark::emulation::linear_thread() & 31 & ~(Size - 1);
  }
  GRIDMARK_GROUP_MEMBER unsigned in_tile(unsigned lanes) const {
    return (lanes & data_.mask) >> first_lane();
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER ::gridmark::emulation::Plain<T> take(const T& value, Operation how,
                                                             unsigned parameter, unsigned from_rank) const {
    return ::gridmark::emulation::take_from_neighbour<::gridmark::emulation::Plain<T>>(
        how, data_.mask, value, parameter, static_cast<int>(Size), first_lane() + from_rank);
  }
};

template <unsigned int Size>
class TileOperations<Size, true> : public thread_group {
 public:
  using thread_group::thread_group;

  GRIDMARK_GROUP_MEMBER void sync() const { meet(nullptr); }
  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl(T&& value, unsigned rank) const {
    ::gridmark::emulation::Exchange<::gridmark::emulation::Plain<T>> mine(value, rank & (Size - 1));
    meet(&mine);
    return mine.taken;
  }
  GRIDMARK_GROUP_MEMBER int any(int predicate) const {
    Vote mine(predicate != 0);
    meet(&mine);
    return mine.any;
  }
  GRIDMARK_GROUP_MEMBER int all(int predicate) const {
    Vote mine(predicate != 0);
    meet(&mine);
    return mine.all;
  }

 private:
  GRIDMARK_GROUP_MEMBER void meet(::gridmark::emulation::Contribution* mine) const {
    gridmark_meet_threads(data_.first, Size, mine);
    GRIDMARK_STAY_A_CALL;
  }
};

}  // namespace details

template <unsigned int Size>
class thread_block_tile<Size, void> : public details::TileOperations<Size> {
  static_assert(Size > 0 && Size <= 1024 && (Size & (Size - 1)) == 0,
                "tiled_partition: a tile has 1, 2, 4 ... 512 or 1024 threads");

 public:
  explicit thread_block_tile(const details::GroupData& data) : details::TileOperations<Size>(data) {}

  GRIDMARK_GROUP_MEMBER static constexpr unsigned size() { return Size; }
  GRIDMARK_GROUP_MEMBER static constexpr unsigned num_threads() { return Size; }
  GRIDMARK_GROUP_MEMBER static unsigned thread_rank() {
    return ::gridmark::emulation::linear_thread() & (Size - 1);
  }
  GRIDMARK_GROUP_MEMBER unsigned meta_group_rank() const { return this->data_.meta_rank; }
  GRIDMARK_GROUP_MEMBER unsigned meta_group_size() const { return this->data_.meta_size; }
};

/// A tile with its parent type. It converts to the tile without one.
template <unsigned int Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 public:
  explicit thread_block_tile(const Parent& parent) : thread_block_tile<Size, void>(data_in(parent)) {}

 private:
  GRIDMARK_GROUP_MEMBER static details::GroupData data_in(const thread_block&) {
    return details::tile_data<Size>(::gridmark::emulation::linear_thread() / Size,
                                    (::gridmark::emulation::block_threads() + Size - 1) / Size);
  }
  template <unsigned int ParentSize, class Grandparent>
  GRIDMARK_GROUP_MEMBER static details::GroupData data_in(const thread_block_tile<ParentSize, Grandparent>&) {
    static_assert(ParentSize >= Size, "tiled_partition: a tile cannot be larger than the tile it is part of");
    return details::tile_data<Size>((::gridmark::emulation::linear_thread() & (ParentSize - 1)) / Size,
                                    ParentSize / Size);
  }
};

}  // namespace cooperative_groups
