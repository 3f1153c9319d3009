#include "emulation/counters/columns.h"

#include <algorithm>
#include <cstring>

#include "emulation/engine/arena.h"

namespace gridmark::counters {

namespace {

/// Differences between every lane's records and the pattern of the first two lanes: the same `where`, and
/// addresses at one stride.
constexpr unsigned batch = 8;  ///< records in two cache lines
struct Comparison {
  std::uint64_t differs[2 * batch];  ///< of each record, `where` and address
};

/// Two records, in the processor's format.
using Pair = std::uint64_t __attribute__((vector_size(32)));
constexpr unsigned pairs = batch / 2;

inline __attribute__((always_inline)) void load(Pair& pair, const Record* record) {
  std::memcpy(&pair, record, sizeof pair);
}

__attribute__((target_clones("avx2", "default"))) void compare(const Record* const* lanes, unsigned count,
                                                               std::size_t at, Comparison& comparison) {
  Pair expected[pairs], stride[pairs], differs[pairs], next;
#pragma GCC unroll 4
  for (unsigned i = 0; i < pairs; ++i) {
    load(expected[i], lanes[0] + at + 2 * i);
    load(next, lanes[count > 1] + at + 2 * i);
    stride[i] = (next - expected[i]) & Pair{0, ~0ull, 0, ~0ull};
    differs[i] = expected[i] ^ expected[i];
  }
  for (unsigned lane = 1; lane < count; ++lane) {
    const Record* const mine = lanes[lane] + at;
#pragma GCC unroll 4
    for (unsigned i = 0; i < pairs; ++i) {
      expected[i] += stride[i];
      load(next, mine + 2 * i);
      differs[i] |= next ^ expected[i];
    }
  }
  std::memcpy(comparison.differs, differs, sizeof differs);
}

}  // namespace

bool Columns::gather(const AccessStream& stream) {
  accesses_.clear();
  pool_.clear();
  any_stores_ = false;
  if (!find_lanes(stream)) return false;
  Comparison comparison;
  for (std::size_t at = 0; at < length_; at += batch) {
    compare(records_.data(), lanes_, at, comparison);  // after a lane's end lie records of others, or none
    for (unsigned i = 0; i < batch && at + i < length_; ++i) {
      const bool parted = comparison.differs[2 * i] != 0, irregular = comparison.differs[2 * i + 1] != 0;
      if (parted || !add(at + i, irregular)) return false;
    }
  }
  return true;
}

/// Finds one segment of one length for each lane, in the order of the lanes.
bool Columns::find_lanes(const AccessStream& stream) {
  const auto& segments = stream.segments();
  if (segments.size() > warp_size) return false;
  lanes_ = static_cast<unsigned>(segments.size());
  length_ = static_cast<std::size_t>(stream.end_of(0) - segments[0].first);
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    records_[lane] = segments[lane].first;
    threads_[lane] = segments[lane].thread;
    if (static_cast<std::size_t>(stream.end_of(lane) - segments[lane].first) != length_) return false;
    if (lane > 0 && threads_[lane] <= threads_[lane - 1]) return false;
  }
  return true;
}

bool Columns::add(std::size_t at, bool irregular) {
  const Record& first = records_[0][at];
  if (!first.is_access() || is_atomic(first.access_kind()) || first.is_volatile()) return false;
  any_stores_ |= first.stores();
  Column& column = accesses_.emplace_back();
  column.first = first;
  column.each = -1;
  column.row = 0;
  if (irregular) {
    add_irregular(column, at);
    return true;
  }
  const std::uint64_t stride = lanes_ > 1 ? records_[1][at].address - first.address : 0;
  const std::uint64_t last = first.address + stride * (lanes_ - 1);
  column.stride = static_cast<std::int64_t>(stride);
  column.low_bits = static_cast<std::uint32_t>(first.address | stride);
  column.lowest = std::min(first.address, last);
  column.end = std::max(first.address, last) + first.bytes();
  return true;
}

void Columns::add_irregular(Column& column, std::size_t at) {
  std::uint64_t low_bits = 0, lowest = ~std::uint64_t{0}, highest = 0;
  column.each = static_cast<std::int32_t>(pool_.size());
  pool_.resize(pool_.size() + lanes_);
  std::uint64_t* const addresses = pool_.data() + column.each;
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    const std::uint64_t address = addresses[lane] = records_[lane][at].address;
    low_bits |= address;
    lowest = std::min(lowest, address);
    highest = std::max(highest, address);
  }
  column.stride = 0;
  column.low_bits = static_cast<std::uint32_t>(low_bits);
  column.lowest = lowest;
  column.end = highest + column.first.bytes();
  find_rows(column);
}

void Columns::find_rows(Column& column) const {
  const std::uint64_t* const address = pool_.data() + column.each;
  const std::uint64_t step = address[1] - address[0];
  if (step != 0 && step != column.first.bytes()) return;
  std::uint32_t row = 1;
  while (address[row] - address[row - 1] == step) ++row;  // ends, because some lane is elsewhere
  if (lanes_ % row != 0) return;
  std::uint64_t differs = 0;
  for (std::uint32_t first = row; first < lanes_; first += row)
    for (std::uint32_t lane = first + 1; lane < first + row; ++lane)
      differs |= (address[lane] - address[lane - 1]) ^ step;
  if (differs) return;
  column.row = row;
  column.rows_run = step != 0;
}

/// Whether no two lanes of the instruction touch the same byte.
bool Columns::lanes_are_apart(const Column& column) const {
  if (lanes_ == 1) return true;
  const LaneAddresses at = addresses(column);
  if (!at.each)
    return static_cast<std::uint64_t>(column.stride < 0 ? -column.stride : column.stride) >=
           column.first.bytes();
  for (unsigned lane = 1; lane < lanes_; ++lane)
    if (at.each[lane] < at.each[lane - 1] + column.first.bytes()) return false;
  return true;
}

/// Whether each lane touches the same bytes in `b` as in `a`.
bool Columns::same_places(const Column& a, const Column& b) const {
  if (a.first.bytes() != b.first.bytes() || a.first.address != b.first.address) return false;
  if (a.each < 0 || b.each < 0) return a.each < 0 && b.each < 0 && a.stride == b.stride;
  return std::equal(pool_.begin() + a.each, pool_.begin() + a.each + lanes_, pool_.begin() + b.each);
}

/// Whether a lane may touch bytes in one column that another lane touches in the other.
bool Columns::may_share(const Column& a, const Column& b) const {
  if (a.end <= b.lowest || b.end <= a.lowest) return false;
  if (same_places(a, b)) return !lanes_are_apart(a);
  if (a.each >= 0 || b.each >= 0 || a.stride != b.stride || a.stride == 0) return true;
  // Interleaved, as the members of structs in an array are.
  const std::uint64_t stride = static_cast<std::uint64_t>(a.stride < 0 ? -a.stride : a.stride);
  const Column &low = a.first.address < b.first.address ? a : b, &high = &low == &a ? b : a;
  const std::uint64_t distance = (high.first.address - low.first.address) % stride;
  return distance < low.first.bytes() || distance + high.first.bytes() > stride;
}

/// Columns whose places overlap one after the other: all at the same places, or few enough to compare.
bool Columns::group_shares(std::size_t first, std::size_t end) const {
  constexpr std::size_t most_pairs = 1 << 14;
  const auto stores = [](const Column* column) { return column->first.stores(); };
  const auto begin = by_place_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto behind = by_place_.begin() + static_cast<std::ptrdiff_t>(end);
  const auto count = static_cast<std::size_t>(std::count_if(begin, behind, stores));
  if (count == 0) return false;
  if (!lanes_are_apart(**std::find_if(begin, behind, stores))) return true;
  if (std::all_of(begin, behind, [&](const Column* column) { return same_places(**begin, *column); }))
    return false;
  if (count * (end - first) > most_pairs) return true;
  return std::any_of(begin, behind, [&](const Column* one) {
    return stores(one) &&
           std::any_of(begin, behind, [&](const Column* other) { return may_share(*one, *other); });
  });
}

/// For each of the two kinds of memory, finds the columns that reach into the range of its stores.
void Columns::find_neighbours_of_stores() {
  struct Range {
    std::uint64_t lowest = ~std::uint64_t{0}, end = 0;
  } stores[2];
  const auto kind_of = [](const Column& column) {
    return emulation::is_arena_address(reinterpret_cast<const void*>(column.lowest)) ? 1 : 0;
  };
  for (const Column& column : accesses_) {
    if (!column.first.stores()) continue;
    Range& range = stores[kind_of(column)];
    range.lowest = std::min(range.lowest, column.lowest);
    range.end = std::max(range.end, column.end);
  }
  by_place_.clear();
  for (const Column& column : accesses_) {
    const Range& range = stores[kind_of(column)];
    if (column.lowest < range.end && range.lowest < column.end) by_place_.push_back(&column);
  }
}

bool Columns::lanes_share_what_they_write() {
  if (!any_stores_ || lanes_ == 1) return false;
  find_neighbours_of_stores();
  const auto lower = [](const Column* a, const Column* b) { return a->lowest < b->lowest; };
  std::sort(by_place_.begin(), by_place_.end(), lower);
  for (std::size_t first = 0, end; first < by_place_.size(); first = end) {
    std::uint64_t reach = by_place_[first]->end;
    for (end = first + 1; end < by_place_.size() && by_place_[end]->lowest < reach; ++end)
      reach = std::max(reach, by_place_[end]->end);
    if (group_shares(first, end)) return true;
  }
  return false;
}

}  // namespace gridmark::counters
