#pragma once
// Theory of operation
// Each word of memory remembers its last write and its last read: by which thread, at which point of its
// block's progress, at which site. Two accesses to the same bytes race when they come from different threads
// of a launch, at least one writes, not both are atomic, and no barrier orders them. A barrier of the block
// orders everything in the block; a barrier of the warp orders the warp; nothing orders two blocks. Where
// bytes of a word are accessed one by one, the word is split, so that neighbours in a char array do not look
// like a race.
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "emulation/counters/access.h"

namespace gridmark::counters {

/// Who accessed, and when in the launch's progress.
struct Stamp {
  std::uint32_t launch = 0;        ///< 0: nobody
  std::uint32_t block = 0;         ///< linear index
  std::uint32_t block_epoch : 20;  ///< barriers of the block so far
  std::uint32_t warp_epoch : 12;   ///< barriers of the warp since the block's last
  std::uint16_t thread : 10;       ///< linear index in the block
  std::uint16_t atomic : 1;
  std::uint16_t many_lanes : 1;   ///< read: by other lanes of the warp too, since the warp's last barrier
  std::uint16_t many_warps : 1;   ///< read: by other warps of the block too, since its last barrier
  std::uint16_t many_blocks : 1;  ///< read: by other blocks too
  std::uint16_t split : 1;        ///< the word's bytes are kept one by one
  SiteIndex site = 0;

  Stamp()
      : block_epoch(0),
        warp_epoch(0),
        thread(0),
        atomic(0),
        many_lanes(0),
        many_warps(0),
        many_blocks(0),
        split(0) {}
  bool same_block(const Stamp& other) const { return launch == other.launch && block == other.block; }
  bool same_epoch(const Stamp& other) const { return same_block(other) && block_epoch == other.block_epoch; }
  bool same_warp(const Stamp& other) const { return same_epoch(other) && thread / 32 == other.thread / 32; }
  /// Neither a barrier of the block nor one of the warp lies between.
  bool same_turn(const Stamp& other) const { return same_warp(other) && warp_epoch == other.warp_epoch; }
};
static_assert(sizeof(Stamp) == 16);

/// How near two racing threads are: says which barrier is missing.
enum class Distance { same_warp, same_block, other_block };

struct Race {
  Stamp earlier, later;
  bool earlier_writes = false;
  bool later_writes = false;
  Distance distance = Distance::same_block;
  bool earlier_known = true;  ///< false: only that there were several
};

struct Cell {
  Stamp write, read;
};

/// What counts as a race differs with the memory.
struct RaceRules {
  bool across_blocks;           ///< blocks see each other's accesses
  bool plain_reads_of_atomics;  ///< reading what others update atomically: sound in idioms of global memory
};
constexpr RaceRules shared_rules{false, true};
constexpr RaceRules global_rules{true, false};

/// Looks for a race between `now` and what `cell` remembers, then lets it remember `now`.
std::optional<Race> check_race(Cell& cell, const Stamp& now, const Access& access, const RaceRules& rules);

/// The cells of a run of memory.
class RaceCells {
 public:
  explicit RaceCells(std::size_t bytes) : words_((bytes + 3) / 4) {}
  std::optional<Race> access(std::size_t offset, const Access& access, const Stamp& now,
                             const RaceRules& rules);
  const Cell& cell(std::size_t offset) const;

 private:
  using Bytes = std::array<Cell, 4>;
  std::vector<Cell> words_;
  std::unordered_map<std::size_t, Bytes> split_;
};

}  // namespace gridmark::counters
