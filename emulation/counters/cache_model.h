#pragma once
// Theory of operation
// Requests leave a warp as sectors of 32 bytes. Both caches have lines of 128 bytes whose four sectors are
// fetched one by one. A set replaces its least recently used line. There is nothing more refined:
//
//   L1   128 KiB, 4 ways, one for each block and cold when the block starts. Reads look here first. Writes
//        and atomic functions go through to L2.
//   L2   of the device's size, 16 ways, cold when a metered section starts. A read that misses fetches the
//        sector from DRAM. A write does not fetch. The sector is written to DRAM later, once for each time
//        that it became dirty, and is counted then.
//
// Hardware shares an L1 among the blocks of a processor, hashes addresses and writes parts of sectors. The
// model does none of that. Copies by the host do not pass through it.
#include <array>
#include <cstdint>
#include <vector>

#include "emulation/meters.h"

namespace gridmark::counters {

/// Sets of lines of four sectors. An address here is the number of a sector.
template <unsigned ways>
class SectorCache {
 public:
  explicit SectorCache(std::size_t bytes)
      : sets_(bytes / (line_bytes * ways)), mask_((sets_ & (sets_ - 1)) == 0 ? sets_ - 1 : 0) {}

  /// Empties the cache without cost.
  void empty() { ++generation_; }

  struct Line {
    std::uint64_t tag = 0;
    std::uint32_t generation = 0;
    std::uint8_t present = 0, dirty = 0;  ///< a bit for each sector
  };
  /// The line that holds the sector's address, or null.
  Line* find(std::uint64_t sector) {
    Set& set = set_of(sector);
    if (set[0].tag == sector / 4 && set[0].generation == generation_) return &set[0];
    for (unsigned way = 1; way < ways; ++way)
      if (set[way].tag == sector / 4 && set[way].generation == generation_) return to_front(set, way);
    return nullptr;
  }
  /// Returns a line for the sector's address. It replaces the least recently used one.
  Line* replace(std::uint64_t sector) {
    Line* line = to_front(set_of(sector), ways - 1);
    *line = {sector / 4, generation_, 0, 0};
    return line;
  }
  static std::uint8_t bit(std::uint64_t sector) { return static_cast<std::uint8_t>(1u << sector % 4); }

 private:
  static constexpr std::size_t line_bytes = 128;
  using Set = std::array<Line, ways>;

  Set& set_of(std::uint64_t sector) {
    if (lines_.empty()) lines_.resize(sets_);
    return lines_[mask_ ? sector / 4 & mask_ : sector / 4 % sets_];
  }
  static Line* to_front(Set& set, unsigned way) {
    const Line found = set[way];
    for (; way > 0; --way) set[way] = set[way - 1];
    set[0] = found;
    return &set[0];
  }

  std::size_t sets_, mask_;  ///< a mask if the number of sets is a power of two, to avoid a division
  std::vector<Set> lines_;   ///< most recently used first
  std::uint32_t generation_ = 1;
};

class CacheModel {
 public:
  CacheModel();

  void enter_section() { l2_.empty(); }
  void enter_block() { l1_.empty(); }
  /// Sectors are counted in `traffic` from now on.
  void count_in(emulation::CacheTraffic& traffic) { traffic_ = &traffic; }

  void read(std::uint64_t sector);
  void write(std::uint64_t sector);
  void atomic(std::uint64_t sector);

 private:
  void read_l2(std::uint64_t sector);
  void write_l2(std::uint64_t sector);

  SectorCache<4> l1_;
  SectorCache<16> l2_;
  emulation::CacheTraffic nobody_;
  emulation::CacheTraffic* traffic_ = &nobody_;
};

}  // namespace gridmark::counters
