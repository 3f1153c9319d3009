#pragma once
// Theory of operation
// Each word of memory remembers its last write and its last read: the thread, the point of its block's
// progress, and the site. Two accesses to the same bytes race if they come from different threads of a
// launch, at least one writes, not both are atomic, and no barrier orders them. A barrier of the block orders
// everything in the block. A barrier of the warp orders the warp. Nothing orders two blocks. If bytes of a
// word are accessed one by one, the word is split, so that neighbours in a char array do not look like a
// race.
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "emulation/counters/access.h"

namespace gridmark::counters {

/// Thread and time of an access. It has two words, because it is compared and stored on every access.
class Stamp {
 public:
  enum Flag : std::uint64_t {
    atomic = 1 << 10,
    many_lanes = 1 << 11,   ///< read: by other lanes of the warp too, since the warp's last barrier
    many_warps = 1 << 12,   ///< read: by other warps of the block too, since its last barrier
    many_blocks = 1 << 13,  ///< read: by other blocks too
    split = 1 << 14,        ///< the word's bytes are kept one by one
    unfounded = 1 << 15,    ///< write: the block has updated the word atomically, but never set it
  };

  Stamp() = default;
  /// Linear indices of block and thread. `warp_epoch` counts the warp's barriers since the block's last.
  Stamp(std::uint32_t launch, std::uint32_t block, std::uint32_t thread, std::uint32_t block_epoch,
        std::uint32_t warp_epoch, std::uint64_t site)
      : launch_block_(std::uint64_t{launch} << 32 | block),
        detail_(std::uint64_t{block_epoch} << 44 | std::uint64_t{warp_epoch & 4095} << 32 | site << 16 |
                (thread & 1023)) {}

  std::uint32_t launch() const { return static_cast<std::uint32_t>(launch_block_ >> 32); }  ///< 0: no access
  std::uint32_t block() const { return static_cast<std::uint32_t>(launch_block_); }
  unsigned thread() const { return detail_ & 1023; }
  SiteIndex site() const { return static_cast<SiteIndex>(detail_ >> 16); }
  bool has(Flag flag) const { return detail_ & flag; }
  std::uint64_t flags(std::uint64_t which) const { return detail_ & which; }
  Stamp with(Flag flag, bool when = true) const {
    Stamp stamp = *this;
    stamp.detail_ |= when ? std::uint64_t{flag} : 0;
    return stamp;
  }

  /// Becomes `other` with `flags`, without a copy on the stack, because a processor stalls on a wide load of
  /// it.
  void assign(const Stamp& other, std::uint64_t flags) {
    launch_block_ = other.launch_block_;
    detail_ = other.detail_ | flags;
  }

  /// The same access by another thread.
  Stamp by(unsigned thread) const {
    Stamp stamp = *this;
    stamp.detail_ = (stamp.detail_ & ~std::uint64_t{1023}) | (thread & 1023);
    return stamp;
  }
  /// The same at another site.
  Stamp at(SiteIndex site) const {
    Stamp stamp = *this;
    stamp.detail_ = (stamp.detail_ & ~(std::uint64_t{65535} << 16)) | std::uint64_t{site} << 16;
    return stamp;
  }
  void add(Flag flag) { detail_ |= flag; }

  bool same_launch(const Stamp& other) const { return launch() == other.launch(); }
  bool same_block(const Stamp& other) const { return launch_block_ == other.launch_block_; }
  bool same_epoch(const Stamp& other) const {
    return same_block(other) && (detail_ ^ other.detail_) >> 44 == 0;
  }
  bool same_warp(const Stamp& other) const { return same_epoch(other) && same(other, 1023 - 31); }
  /// Whether no barrier of the block or of the warp lies between.
  bool same_turn(const Stamp& other) const {
    return same_warp(other) && (detail_ ^ other.detail_) >> 32 == 0;
  }
  bool same_thread(const Stamp& other) const { return same(other, 1023); }

 private:
  bool same(const Stamp& other, std::uint64_t bits) const { return ((detail_ ^ other.detail_) & bits) == 0; }

  std::uint64_t launch_block_ = 0;
  std::uint64_t detail_ = 0;  ///< from the top: block epoch 20, warp epoch 12, site 16, flags 6, thread 10
};
static_assert(sizeof(Stamp) == 16);

/// Distance between two racing threads. It shows which barrier is missing.
enum class Distance { same_warp, same_block, other_block };

struct Race {
  Stamp earlier, later;
  bool earlier_writes = false;
  bool later_writes = false;
  bool later_atomic = false;
  /// One of them is a plain read, the other an atomic write.
  bool reads_atomic() const {
    return earlier_writes ? !later_writes && earlier.has(Stamp::atomic) : later_atomic;
  }
  Distance distance = Distance::same_block;
  bool earlier_known = true;  ///< false: there were several, and their threads are not known
};

struct Cell {
  Stamp write, read;
};

/// Rules that differ between kinds of memory.
struct RaceRules {
  bool across_blocks;           ///< blocks see each other's accesses
  bool plain_reads_of_atomics;  ///< plain reads of atomically updated words race, unlike in global memory
};
constexpr RaceRules shared_rules{false, true};
constexpr RaceRules global_rules{true, false};

/// Keeps one read, and notes whether there were others that a later write could race with.
inline void remember_read(Stamp& read, const Stamp& now, const RaceRules& rules) {
  if (!read.same_block(now))
    return read.assign(now,
                       rules.across_blocks && read.same_launch(now) ? std::uint64_t{Stamp::many_blocks} : 0);
  std::uint64_t others = read.flags(Stamp::many_blocks);
  if (read.same_epoch(now)) {
    others |= read.same_warp(now) ? read.flags(Stamp::many_warps) : std::uint64_t{Stamp::many_warps};
    if (read.same_turn(now))
      others |= read.same_thread(now) ? read.flags(Stamp::many_lanes) : std::uint64_t{Stamp::many_lanes};
  }
  read.assign(now, others);
}

/// Nearly every access: a load of a value written before the last barrier, or not written in this launch.
inline bool is_harmless_load(const Cell& cell, const Stamp& now, const RaceRules& rules) {
  if (cell.write.same_block(now)) return !cell.write.same_epoch(now) || cell.write.same_thread(now);
  return !rules.across_blocks || !cell.write.same_launch(now);
}

// For accesses that a whole warp makes in step (lockstep_turn.h). False if something is unusual about this
// one, and then it is not remembered.
bool read_quietly(Cell& cell, const Stamp& now, const RaceRules& rules);
bool write_quietly(Cell& cell, const Stamp& now, const RaceRules& rules);

/// Checks for a race between `now` and the accesses in `cell`, then adds `now` to `cell`.
std::optional<Race> check_race(Cell& cell, const Stamp& now, const Access& access, const RaceRules& rules);

/// The cells of a run of memory.
class RaceCells {
 public:
  explicit RaceCells(std::size_t bytes) : words_((bytes + 3) / 4) {}
  /// Makes room for at least so many bytes.
  void provide(std::size_t bytes) {
    if (words_.size() * 4 < bytes) words_.resize((bytes + 3) / 4);
  }
  /// Marks these bytes, and the rest of their words, as not touched yet.
  void forget(std::size_t offset, std::size_t bytes);
  /// The first race of an access to `bytes` bytes. `access` gives its kind.
  std::optional<Race> access(std::size_t offset, std::size_t bytes, const Access& access, const Stamp& now,
                             const RaceRules& rules);
  const Cell& cell(std::size_t offset) const;
  /// Cell of an aligned word. For read_quietly() and write_quietly() a split word is unusual.
  Cell& word(std::size_t offset) { return words_[offset / 4]; }
  /// True if the running block wrote any of the bytes.
  bool any_written(std::size_t offset, std::size_t bytes, const Stamp& now) const;
  /// True if the block that last wrote any of these bytes only updated that byte, and never set it.
  bool any_unfounded(std::size_t offset, std::size_t bytes) const;

 private:
  using Bytes = std::array<Cell, 4>;
  /// access() of some bytes of one word, which is split from then on.
  GRIDMARK_APART std::optional<Race> access_bytes(std::size_t first, std::size_t last, const Access& access,
                                                  const Stamp& now, const RaceRules& rules);
  GRIDMARK_APART const Cell& byte_cell(std::size_t offset) const;
  std::vector<Cell> words_;
  std::unordered_map<std::size_t, Bytes> split_;
};

/// Lanes come in rising order for each access, and on a device all of them access at once. The kept read is
/// the last lane's, as if each lane had read everything before the next one.
inline bool read_quietly(Cell& cell, const Stamp& now, const RaceRules& rules) {
  if (cell.write.has(Stamp::split) || !is_harmless_load(cell, now, rules)) return false;
  if (cell.read.thread() > now.thread() && cell.read.same_turn(now))
    cell.read.add(Stamp::many_lanes);
  else
    remember_read(cell.read, now, rules);
  return true;
}

/// True if a barrier lies between, or one thread did both.
inline bool is_before(const Stamp& earlier, const Stamp& now, const RaceRules& rules) {
  if (!earlier.same_block(now)) return !rules.across_blocks || !earlier.same_launch(now);
  return !earlier.same_epoch(now) || earlier.same_thread(now) ||
         (earlier.same_warp(now) && !earlier.same_turn(now));
}

inline bool write_quietly(Cell& cell, const Stamp& now, const RaceRules& rules) {
  if (cell.write.has(Stamp::split) || !is_before(cell.write, now, rules)) return false;
  const Stamp& read = cell.read;
  if (!is_before(read, now, rules)) return false;
  if (read.same_block(now)) {
    if (read.has(Stamp::many_blocks) || (read.has(Stamp::many_warps) && read.same_epoch(now)) ||
        (read.has(Stamp::many_lanes) && read.same_turn(now)))
      return false;
  }
  cell.write = now;
  return true;
}

}  // namespace gridmark::counters
