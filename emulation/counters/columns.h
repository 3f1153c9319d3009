#pragma once
// The turn of a warp whose lanes all went the same way. Their records match place by place, so the n-th
// records of all lanes together are one instruction of the warp.
#include <array>
#include <cstdint>
#include <vector>

#include "emulation/counters/access_stream.h"
#include "emulation/counters/request.h"

namespace gridmark::counters {

/// The addresses of an instruction's lanes, in their order.
struct LaneAddresses {
  std::uint64_t base;         ///< of the first lane
  std::int64_t stride;        ///< from lane to lane
  const std::uint64_t* each;  ///< addresses if there is no such stride, else null
  unsigned lanes;

  std::uint64_t operator[](unsigned lane) const {
    return each ? each[lane] : base + static_cast<std::uint64_t>(stride) * lane;
  }
  bool one_place() const { return !each && stride == 0; }
  /// False as soon as visit(lane, address) returns false. Among neighbours that share an address, it visits
  /// the first and the last.
  template <class Visit>
  bool all_of(Visit visit) const {
    if (one_place()) return visit(0, base) && (lanes == 1 || visit(lanes - 1, base));
    if (each) {
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const bool between =
            lane > 0 && lane + 1 < lanes && each[lane - 1] == each[lane] && each[lane] == each[lane + 1];
        if (!between && !visit(lane, each[lane])) return false;
      }
      return true;
    }
    std::uint64_t address = base;
    for (unsigned lane = 0; lane < lanes; ++lane, address += static_cast<std::uint64_t>(stride))
      if (!visit(lane, address)) return false;
    return true;
  }
};

/// One instruction that touches memory.
struct Column {
  Record first;               ///< the first lane's record, which identifies the instruction
  std::int64_t stride;        ///< see LaneAddresses
  std::int32_t each;          ///< position of the addresses in the pool; below 0: there is a stride
  std::uint32_t low_bits;     ///< all addresses combined by OR; only the lowest four bits count
  std::uint64_t lowest, end;  ///< bytes of all lanes lie between these
  /// If not 0: the lanes form rows of this length, like the warps of small two-dimensional blocks. The lanes
  /// of a row are at one place, or directly after one another if `rows_run`.
  std::uint32_t row;
  bool rows_run;

  bool one_place() const { return each < 0 && stride == 0; }
};

class Columns {
 public:
  /// False if the lanes diverged, or an event happened whose place among the accesses matters.
  bool gather(const AccessStream& stream);

  unsigned lanes() const { return lanes_; }
  /// Index of a lane's thread in the block. It rises.
  unsigned thread(unsigned lane) const { return threads_[lane]; }
  const std::vector<Column>& accesses() const { return accesses_; }
  LaneAddresses addresses(const Column& column) const {
    return {column.first.address, column.stride, column.each < 0 ? nullptr : pool_.data() + column.each,
            lanes_};
  }
  /// Whether one lane may touch memory that another one writes. Then their order matters.
  bool lanes_share_what_they_write();

 private:
  bool find_lanes(const AccessStream& stream);
  bool add(std::size_t at, bool irregular);
  void add_irregular(Column& column, std::size_t at);
  void find_rows(Column& column) const;
  bool lanes_are_apart(const Column& column) const;
  bool same_places(const Column& a, const Column& b) const;
  bool may_share(const Column& a, const Column& b) const;
  void find_neighbours_of_stores();
  bool group_shares(std::size_t first, std::size_t end) const;

  unsigned lanes_ = 0;
  std::size_t length_ = 0;  ///< records of each lane
  std::array<unsigned, warp_size> threads_{};
  std::array<const Record*, warp_size> records_{};
  std::vector<Column> accesses_;
  std::vector<std::uint64_t> pool_;
  bool any_stores_ = false;
  std::vector<const Column*> by_place_;
};

}  // namespace gridmark::counters
