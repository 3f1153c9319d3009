#include "emulation/counters/race.h"

#include <algorithm>

namespace gridmark::counters {
namespace {

/// Distance of two accesses. Empty if a barrier orders `earlier` before `now`, or they are one thread.
std::optional<Distance> unordered(const Stamp& earlier, const Stamp& now) {
  if (!earlier.same_launch(now)) return std::nullopt;
  if (earlier.block() != now.block()) return Distance::other_block;
  if (earlier.same_thread(now) || !earlier.same_epoch(now)) return std::nullopt;
  if (!earlier.same_warp(now)) return Distance::same_block;
  return earlier.same_turn(now) ? std::optional(Distance::same_warp) : std::nullopt;
}

/// Distance of the readers that were not kept. Empty if a barrier orders all of them before `now`.
std::optional<Distance> unordered_others(const Stamp& read, const Stamp& now) {
  if (read.has(Stamp::many_blocks)) return Distance::other_block;
  if (read.has(Stamp::many_warps) && read.same_epoch(now)) return Distance::same_block;
  if (read.has(Stamp::many_lanes) && read.same_turn(now)) return Distance::same_warp;
  return std::nullopt;
}

/// Shared memory starts anew with each block.
void forget_other_blocks(Stamp& stamp, const Stamp& now) {
  if (!stamp.same_block(now)) stamp = Stamp().with(Stamp::split, stamp.has(Stamp::split));
}

std::optional<Race> race_with_write(const Cell& cell, const Stamp& now, const Access& access,
                                    const RaceRules& rules) {
  const auto distance = unordered(cell.write, now);
  if (!distance || (cell.write.has(Stamp::atomic) && access.atomic())) return std::nullopt;
  if (cell.write.has(Stamp::atomic) && !access.writes() && !rules.plain_reads_of_atomics) return std::nullopt;
  return Race{cell.write, now, true, access.writes(), access.atomic(), *distance, true};
}

std::optional<Race> race_with_reads(const Cell& cell, const Stamp& now, const Access& access,
                                    const RaceRules& rules) {
  if (!access.writes() || !cell.read.same_launch(now)) return std::nullopt;
  if (access.atomic() && (!rules.plain_reads_of_atomics || cell.read.has(Stamp::atomic))) return std::nullopt;
  if (const auto distance = unordered(cell.read, now))
    return Race{cell.read, now, false, true, access.atomic(), *distance, true};
  if (const auto distance = unordered_others(cell.read, now)) {
    return Race{cell.read, now, false, true, access.atomic(), *distance, false};
  }
  return std::nullopt;
}

/// Flags of a write after `last`.
std::uint64_t flags_of_write(const Stamp& last, const Stamp& now, const Access& access) {
  std::uint64_t flags = last.flags(Stamp::split);
  if (!access.atomic()) return flags;
  flags |= Stamp::atomic;
  if (access.reads()) flags |= last.same_block(now) ? last.flags(Stamp::unfounded) : Stamp::unfounded;
  return flags;
}

}  // namespace

std::optional<Race> check_race(Cell& cell, const Stamp& now, const Access& access, const RaceRules& rules) {
  if (!access.writes() && is_harmless_load(cell, now, rules)) {
    remember_read(cell.read, now, rules);
    return std::nullopt;
  }
  if (!rules.across_blocks) {
    forget_other_blocks(cell.write, now);
    forget_other_blocks(cell.read, now);
  }
  auto race = race_with_write(cell, now, access, rules);
  if (!race) race = race_with_reads(cell, now, access, rules);
  if (access.writes()) {
    cell.write.assign(now, flags_of_write(cell.write, now, access));
  } else {
    remember_read(cell.read, now, rules);
  }
  return race;
}

std::optional<Race> RaceCells::access(std::size_t offset, std::size_t bytes, const Access& access,
                                      const Stamp& now, const RaceRules& rules) {
  std::optional<Race> found;
  const std::size_t end = offset + bytes;
  for (std::size_t word = offset / 4; word * 4 < end; ++word) {
    Cell& cell = words_[word];
    const std::size_t first = std::max(offset, word * 4), last = std::min(end, word * 4 + 4);
    if (last - first == 4 && !cell.write.has(Stamp::split)) {
      if (!access.writes() && is_harmless_load(cell, now, rules))
        remember_read(cell.read, now, rules);
      else if (const auto race = check_race(cell, now, access, rules); race && !found)
        found = race;
    } else if (const auto race = access_bytes(first, last, access, now, rules); race && !found) {
      found = race;
    }
  }
  return found;
}

std::optional<Race> RaceCells::access_bytes(std::size_t first, std::size_t last, const Access& access,
                                            const Stamp& now, const RaceRules& rules) {
  std::optional<Race> found;
  Cell& word = words_[first / 4];
  Bytes& cells = split_[first / 4];
  if (!word.write.has(Stamp::split)) cells.fill(word);
  word.write = word.write.with(Stamp::split);
  for (std::size_t byte = first; byte < last; ++byte) {
    if (const auto race = check_race(cells[byte % 4], now, access, rules); race && !found) found = race;
  }
  return found;
}

void RaceCells::forget(std::size_t offset, std::size_t bytes) {
  for (std::size_t word = offset / 4; word * 4 < offset + bytes; ++word) {
    if (words_[word].write.has(Stamp::split)) split_.erase(word);
    words_[word] = {};
  }
}

bool RaceCells::any_written(std::size_t offset, std::size_t bytes, const Stamp& now) const {
  if (words_[offset / 4].write.same_block(now) && !words_[offset / 4].write.has(Stamp::split)) return true;
  for (std::size_t byte = offset; byte < offset + bytes; ++byte) {
    if (cell(byte).write.same_block(now)) return true;
  }
  return false;
}

bool RaceCells::any_unfounded(std::size_t offset, std::size_t bytes) const {
  for (std::size_t byte = offset; byte < offset + bytes; ++byte) {
    if (cell(byte).write.has(Stamp::unfounded)) return true;
  }
  return false;
}

const Cell& RaceCells::cell(std::size_t offset) const {
  const Cell& word = words_[offset / 4];
  return word.write.has(Stamp::split) ? byte_cell(offset) : word;
}

const Cell& RaceCells::byte_cell(std::size_t offset) const { return split_.at(offset / 4)[offset % 4]; }

}  // namespace gridmark::counters
