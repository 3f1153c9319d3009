#include "emulation/counters/race.h"

#include <algorithm>

namespace gridmark::counters {
namespace {

/// Nothing if a barrier orders `earlier` before `now`, or they are one thread.
std::optional<Distance> unordered(const Stamp& earlier, const Stamp& now) {
  if (earlier.launch != now.launch) return std::nullopt;
  if (earlier.block != now.block) return Distance::other_block;
  if (earlier.thread == now.thread || !earlier.same_epoch(now)) return std::nullopt;
  if (!earlier.same_warp(now)) return Distance::same_block;
  return earlier.same_turn(now) ? std::optional(Distance::same_warp) : std::nullopt;
}

/// How near the readers are that were not kept; nothing if a barrier orders all of them before `now`.
std::optional<Distance> unordered_others(const Stamp& read, const Stamp& now) {
  if (read.many_blocks) return Distance::other_block;
  if (read.many_warps && read.same_epoch(now)) return Distance::same_block;
  if (read.many_lanes && read.same_turn(now)) return Distance::same_warp;
  return std::nullopt;
}

/// Shared memory starts anew with each block.
void forget_other_blocks(Stamp& stamp, const Stamp& now) {
  if (stamp.same_block(now)) return;
  const bool split = stamp.split;
  stamp = Stamp();
  stamp.split = split;
}

std::optional<Race> race_with_write(const Cell& cell, const Stamp& now, const Access& access,
                                    const RaceRules& rules) {
  const auto distance = unordered(cell.write, now);
  if (!distance || (cell.write.atomic && access.atomic())) return std::nullopt;
  if (cell.write.atomic && !access.writes() && !rules.plain_reads_of_atomics) return std::nullopt;
  return Race{cell.write, now, true, access.writes(), *distance, true};
}

std::optional<Race> race_with_reads(const Cell& cell, const Stamp& now, const Access& access,
                                    const RaceRules& rules) {
  if (!access.writes() || cell.read.launch != now.launch) return std::nullopt;
  if (access.atomic() && !rules.plain_reads_of_atomics) return std::nullopt;
  if (const auto distance = unordered(cell.read, now))
    return Race{cell.read, now, false, true, *distance, true};
  if (const auto distance = unordered_others(cell.read, now)) {
    return Race{cell.read, now, false, true, *distance, false};
  }
  return std::nullopt;
}

/// One read is kept, and whether there were others that a later write could race with.
void remember_read(Stamp& read, const Stamp& now) {
  Stamp kept = now;
  kept.many_blocks = read.launch == now.launch && (read.many_blocks || read.block != now.block);
  kept.many_warps = read.same_epoch(now) && (read.many_warps || !read.same_warp(now));
  kept.many_lanes = read.same_turn(now) && (read.many_lanes || read.thread != now.thread);
  read = kept;
}

}  // namespace

std::optional<Race> check_race(Cell& cell, const Stamp& now, const Access& access, const RaceRules& rules) {
  if (!rules.across_blocks) {
    forget_other_blocks(cell.write, now);
    forget_other_blocks(cell.read, now);
  }
  auto race = race_with_write(cell, now, access, rules);
  if (!race) race = race_with_reads(cell, now, access, rules);
  if (access.writes()) {
    const bool split = cell.write.split;
    cell.write = now;
    cell.write.split = split;
    cell.write.atomic = access.atomic();
  } else {
    remember_read(cell.read, now);
  }
  return race;
}

std::optional<Race> RaceCells::access(std::size_t offset, const Access& access, const Stamp& now,
                                      const RaceRules& rules) {
  std::optional<Race> found;
  const std::size_t end = offset + access.bytes;
  for (std::size_t word = offset / 4; word * 4 < end; ++word) {
    Cell& cell = words_[word];
    const std::size_t first = std::max(offset, word * 4), last = std::min(end, word * 4 + 4);
    if (last - first == 4 && !cell.write.split) {
      const auto race = check_race(cell, now, access, rules);
      if (!found) found = race;
      continue;
    }
    if (!cell.write.split) split_[word].fill(cell);
    Bytes& bytes = split_[word];
    cell.write.split = 1;
    for (std::size_t byte = first; byte < last; ++byte) {
      const auto race = check_race(bytes[byte % 4], now, access, rules);
      if (!found) found = race;
    }
  }
  return found;
}

const Cell& RaceCells::cell(std::size_t offset) const {
  const Cell& word = words_[offset / 4];
  return word.write.split ? split_.at(offset / 4)[offset % 4] : word;
}

}  // namespace gridmark::counters
