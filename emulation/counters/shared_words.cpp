#include "emulation/counters/shared_words.h"

#include <algorithm>
#include <utility>

namespace gridmark::counters {
namespace {

constexpr std::size_t per_part = 64;

}  // namespace

void SharedWords::provide(std::size_t bytes) {
  cells_.provide(bytes);
  const std::size_t parts = bytes / word_bytes / per_part + 1;
  if (parts_.size() < parts) parts_.resize(parts);
}

void SharedWords::block_begins() {
  std::fill_n(parts_.begin(), end_, Part{});
  end_ = 0;
  listed_ = columns_listed_ = 0;
}

void SharedWords::threads_ordered() {
  for (std::size_t part = 0; part < end_; ++part) parts_[part].writes = parts_[part].reads = 0;
  listed_ = columns_listed_ = 0;
}

/// Calls visit(part, mask) until it returns false.
template <class Visit>
inline bool SharedWords::all_parts(std::size_t word, std::size_t count, Visit visit) {
  std::size_t bit = word % per_part;
  Part* part = parts_.data() + word / per_part;
  for (;; ++part, bit = 0) {
    const std::size_t here = std::min(count, per_part - bit);
    if (!visit(*part, ~std::uint64_t{0} >> (per_part - here) << bit)) return false;
    if (here == count) return true;
    count -= here;
  }
}

/// Lanes at one place or in a row are one run of words. So are those of each row.
template <class Visit>
inline bool SharedWords::all_parts_of(const LaneAddresses& addresses, const Column& column,
                                      std::uint64_t moved, Visit visit) {
  const std::int64_t bytes = column.first.bytes(), stride = column.stride;
  if (column.each < 0 && (stride == 0 || stride == bytes || stride == -bytes))
    return all_parts((column.lowest + moved) / word_bytes, (column.end - column.lowest) / word_bytes, visit);
  const std::size_t words = column.first.bytes() / word_bytes;
  if (column.row > 0) {
    const std::size_t in_row = column.rows_run ? words * column.row : words;
    for (unsigned lane = 0; lane < addresses.lanes; lane += column.row)
      if (!all_parts((addresses.each[lane] + moved) / word_bytes, in_row, visit)) return false;
    return true;
  }
  return addresses.all_of([&](unsigned, std::uint64_t address) {
    return all_parts((address + moved) / word_bytes, words, visit);
  });
}

std::optional<Race> SharedWords::access(std::size_t offset, std::size_t bytes, const Access& access,
                                        const Stamp& now) {
  if (listed_ > 0) make_cells();
  const bool whole = offset % word_bytes == 0 && bytes % word_bytes == 0;
  const std::size_t word = offset / word_bytes, words = (offset + bytes - 1) / word_bytes + 1 - word;
  all_parts(word, words, [&](Part& part, std::uint64_t mask) {
    if (access.reads()) part.reads |= mask;
    if (access.writes()) part.writes |= mask;
    if (access.writes() && whole) part.written |= mask;
    return true;
  });
  end_ = std::max(end_, (word + words - 1) / per_part + 1);
  return cells_.access(offset, bytes, access, now, shared_rules);
}

bool SharedWords::any_written(std::size_t offset, std::size_t bytes, const Stamp& now) {
  const std::size_t word = offset / word_bytes, words = (offset + bytes - 1) / word_bytes + 1 - word;
  return !all_parts(word, words, [](const Part& part, std::uint64_t mask) {
    return (part.written & mask) == 0;
  }) || cells_.any_written(offset, bytes, now);
}

/// A read of a word that the block has not written yet is unusual.
GRIDMARK_HOT bool SharedWords::is_quiet(const LaneAddresses& addresses, const Column& column,
                                        std::uint64_t moved) {
  if (!column.first.stores())
    return all_parts_of(addresses, column, moved, [](const Part& part, std::uint64_t mask) {
      return ((part.writes | ~part.written) & mask) == 0;
    });
  end_ = std::max(end_, (column.end + moved - 1) / word_bytes / per_part + 1);
  return all_parts_of(addresses, column, moved, [](Part& part, std::uint64_t mask) {
    if ((part.writes | part.reads) & mask) return false;
    part.written |= mask;  // for the turn's own loads; if anything else is unusual, this store is replayed
    return true;
  });
}

inline void SharedWords::mark(const LaneAddresses& addresses, const Column& column, std::uint64_t moved) {
  const bool stores = column.first.stores();
  all_parts_of(addresses, column, moved, [stores](Part& part, std::uint64_t mask) {
    (stores ? part.writes : part.reads) |= mask;
    return true;
  });
}

GRIDMARK_HOT void SharedWords::add(Turn& turn) {
  for (const Listed& access : turn.accesses) {
    const Column& column = turn.columns.accesses()[access.column];
    mark(turn.columns.addresses(column), column, access.moved);
  }
  if (columns_listed_ >= most_listed) make_cells();
  if (listed_ == turns_.size()) turns_.emplace_back();
  std::swap(turns_[listed_++], turn);
  columns_listed_ += turns_[listed_ - 1].accesses.size();
}

void SharedWords::make_cells() {
  for (std::size_t turn = 0; turn < listed_; ++turn)
    for (const Listed& listed : turns_[turn].accesses) make_cells(turns_[turn], listed);
  listed_ = columns_listed_ = 0;
}

void SharedWords::make_cells(const Turn& turn, const Listed& listed) {
  const Column& column = turn.columns.accesses()[listed.column];
  const bool stores = column.first.stores();
  const Access whole_word{0, word_bytes, column.first.access_kind(), listed.site};
  turn.columns.addresses(column).all_of([&](unsigned lane, std::uint64_t address) {
    const Stamp who = turn.when.at(listed.site).by(turn.columns.thread(lane));
    const std::size_t first = address + listed.moved, end = first + column.first.bytes();
    for (std::size_t at = first; at < end; at += word_bytes) {
      Cell& cell = cells_.word(at);
      const bool done =
          stores ? write_quietly(cell, who, shared_rules) : read_quietly(cell, who, shared_rules);
      if (!done) cells_.access(at, word_bytes, whole_word, who, shared_rules);  // bytes of split words
    }
    return true;
  });
}

}  // namespace gridmark::counters
