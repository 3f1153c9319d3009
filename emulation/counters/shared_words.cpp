#include "emulation/counters/shared_words.h"

namespace gridmark::counters {

void SharedWords::provide(std::size_t bytes) {
  cells_.provide(bytes);
  for (WordBits* bits : {&written_, &writes_, &reads_}) bits->provide(bytes / word_bytes + 1);
}

void SharedWords::block_begins() {
  threads_ordered();
  written_.clear();
}

void SharedWords::threads_ordered() {
  writes_.clear();
  reads_.clear();
  turns_.clear();
  listed_.clear();
  pool_.clear();
}

std::optional<Race> SharedWords::access(std::size_t offset, std::size_t bytes, const Access& access,
                                        const Stamp& now) {
  if (!turns_.empty()) make_cells();
  const std::size_t word = offset / word_bytes, words = (offset + bytes - 1) / word_bytes + 1 - word;
  if (access.reads()) reads_.add(word, words);
  if (access.writes()) {
    writes_.add(word, words);
    if (offset % word_bytes == 0 && bytes % word_bytes == 0) written_.add(word, words);
  }
  return cells_.access(offset, bytes, access, now, shared_rules);
}

bool SharedWords::any_written(std::size_t offset, std::size_t bytes, const Stamp& now) const {
  const std::size_t word = offset / word_bytes, words = (offset + bytes - 1) / word_bytes + 1 - word;
  return written_.any(word, words) || cells_.any_written(offset, bytes, now);
}

/// Calls visit(word, count) until it is false.
template <class Visit>
bool SharedWords::all_rows(const LaneAddresses& addresses, const Column& column, std::uint64_t moved,
                           Visit visit) {
  const auto bytes = static_cast<std::int64_t>(column.first.bytes());
  const bool in_a_row = column.stride == 0 || column.stride == bytes || column.stride == -bytes;
  if (column.each < 0 && in_a_row)
    return visit((column.lowest + moved) / word_bytes, (column.end - column.lowest) / word_bytes);
  const std::size_t words = column.first.bytes() / word_bytes;
  return addresses.all_of(
      [&](unsigned, std::uint64_t address) { return visit((address + moved) / word_bytes, words); });
}

/// What the block has not written yet is odd to read.
GRIDMARK_HOT bool SharedWords::is_quiet(const LaneAddresses& addresses, const Column& column,
                                        std::uint64_t moved) {
  if (!column.first.stores())
    return all_rows(addresses, column, moved, [this](std::size_t word, std::size_t count) {
      return !writes_.any(word, count) && written_.all(word, count);
    });
  return all_rows(addresses, column, moved, [this](std::size_t word, std::size_t count) {
    if (writes_.any(word, count) || reads_.any(word, count)) return false;
    written_.add(word, count);
    return true;
  });
}

void SharedWords::begin_turn(const Columns& columns, const Stamp& when) {
  if (listed_.size() >= most_listed) make_cells();
  Turn& turn = turns_.emplace_back();
  turn.when = when;
  turn.lanes = columns.lanes();
  for (unsigned lane = 0; lane < turn.lanes; ++lane)
    turn.threads[lane] = static_cast<std::uint16_t>(columns.thread(lane));
  turn.end = listed_.size();
}

GRIDMARK_HOT void SharedWords::remember(const Columns& columns, const Column& column, std::uint64_t moved,
                                        SiteIndex site) {
  const LaneAddresses addresses = columns.addresses(column);
  WordBits& touched = column.first.stores() ? writes_ : reads_;
  all_rows(addresses, column, moved,
           [&](std::size_t word, std::size_t count) { return touched.add(word, count), true; });
  listed_.push_back({column, moved, site});
  turns_.back().end = listed_.size();
  if (!addresses.each) return;
  listed_.back().column.each = static_cast<std::int32_t>(pool_.size());
  pool_.insert(pool_.end(), addresses.each, addresses.each + addresses.lanes);
}

void SharedWords::make_cells() {
  std::size_t at = 0;
  for (const Turn& turn : turns_)
    for (; at < turn.end; ++at) make_cells(turn, listed_[at]);
  turns_.clear();
  listed_.clear();
  pool_.clear();
}

void SharedWords::make_cells(const Turn& turn, const Listed& listed) {
  const Column& column = listed.column;
  const bool stores = column.first.stores();
  const Access whole_word{0, word_bytes, column.first.access_kind(), listed.site};
  const LaneAddresses addresses{column.first.address, column.stride,
                                column.each < 0 ? nullptr : pool_.data() + column.each, turn.lanes};
  addresses.all_of([&](unsigned lane, std::uint64_t address) {
    const Stamp who = turn.when.at(listed.site).by(turn.threads[lane]);
    const std::size_t first = address + listed.moved, end = first + column.first.bytes();
    for (std::size_t at = first; at < end; at += word_bytes) {
      Cell& cell = cells_.word(at);
      const bool done =
          stores ? write_quietly(cell, who, shared_rules) : read_quietly(cell, who, shared_rules);
      if (!done) cells_.access(at, word_bytes, whole_word, who, shared_rules);  // bytes that are kept apart
    }
    return true;
  });
}

}  // namespace gridmark::counters
