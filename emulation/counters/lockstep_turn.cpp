#include "emulation/counters/lockstep_turn.h"

#include <algorithm>
#include <bit>

#include "emulation/counters/global_traffic.h"
#include "emulation/counters/memory_places.h"
#include "emulation/counters/shared_traffic.h"
#include "emulation/engine/arena.h"

namespace gridmark::counters {
namespace {

/// The shadows remember words. The replay handles parts of words, and addresses that a device refuses.
bool in_whole_words(const Column& column) {
  const unsigned bytes = column.first.bytes();
  const unsigned alignment = column.first.is_aligned() ? std::min(bytes, widest_known_alignment) : word_bytes;
  return bytes % word_bytes == 0 && (column.low_bits & (alignment - 1)) == 0;
}

}  // namespace

bool LockstepTurn::run(const AccessStream& stream, const Moment& moment) {
  if (!columns_.gather(stream) || columns_.lanes_share_what_they_write()) return false;
  moment_ = moment;
  forget_other_launches();
  counted_.clear();
  turn_.accesses.clear();
  for (std::size_t i = 0; i < columns_.accesses().size(); ++i)
    if (check(i) == Verdict::odd) return false;
  if (!counted_.empty()) parts_.merge.flush();  // another warp's turn is over
  for (const Counted& counted : counted_) count(counted);
  if (turn_.accesses.empty()) return true;
  turn_.when = moment.in_block;
  parts_.shared.words().add(turn_);
  return true;
}

void LockstepTurn::forget_other_launches() {
  const AccessStream::SharedPlaces& places = access_stream.shared_memory();
  const std::uint32_t launch = moment_.in_block.launch();
  if (launch != known_launch_ || places.fixed != known_places_.fixed ||
      places.dynamic != known_places_.dynamic)
    known_.clear();
  known_launch_ = launch;
  known_places_ = places;
  if (known_.size() < columns_.accesses().size()) known_.resize(columns_.accesses().size());
}

LockstepTurn::Verdict LockstepTurn::check(std::size_t index) {
  const Column& column = columns_.accesses()[index];
  if (!in_whole_words(column)) return Verdict::odd;
  Known& known = known_[index];
  if (known.where != column.first.where || column.lowest < known.first || column.end > known.end) {
    known = {0, column.lowest, column.end, 0, 0, 0, Space::global, Verdict::odd};
    known.verdict = look_up(column, known);
    if (known.verdict == Verdict::odd) return Verdict::odd;
    known.where = column.first.where;
  }
  if (known.verdict == Verdict::nobodys) return column.one_place() ? Verdict::nobodys : Verdict::odd;
  return is_quiet(index, known) && keep(column, known.site, known.moved) ? Verdict::counted : Verdict::odd;
}

bool LockstepTurn::is_quiet(std::size_t index, const Known& known) {
  const Column& column = columns_.accesses()[index];
  if (known.space == Space::constant) return true;
  const LaneAddresses addresses = columns_.addresses(column);
  if (known.space == Space::global)
    return parts_.global.access_quietly(addresses, column.first, columns_, moment_.in_launch.at(known.site));
  turn_.accesses.push_back({static_cast<std::uint32_t>(index), known.site, known.in_words});
  return parts_.shared.words().is_quiet(addresses, column, known.in_words);
}

LockstepTurn::Verdict LockstepTurn::look_up(const Column& column, Known& known) {
  const auto in_arena = [](std::uint64_t address) {
    return emulation::is_arena_address(reinterpret_cast<const void*>(address));
  };
  if (in_arena(column.lowest) && in_arena(column.end - 1)) {
    known.first = emulation::arena_start;
    known.end = emulation::heap_start + emulation::most_heap_bytes;
    known.site = site_of(column, Space::global);
    return Verdict::counted;
  }
  const AccessStream::SharedPlaces& shared = access_stream.shared_memory();
  const std::size_t in_static = column.lowest - shared.fixed, in_dynamic = column.lowest - shared.dynamic;
  if (in_static < shared.fixed_bytes) return look_up_static_shared(column, in_static, known);
  if (in_dynamic < shared.dynamic_bytes) {
    known.first = shared.dynamic;
    known.end = shared.dynamic + parts_.shared.dynamic_bytes();
    known.site = site_of(column, known.space = Space::shared);
    known.moved = dynamic_shared_base - shared.dynamic;
    known.in_words = parts_.shared.dynamic_offset() - shared.dynamic;
    return column.end <= known.end ? Verdict::counted : Verdict::odd;
  }
  if (parts_.variables.in_program(column.lowest)) return look_up_variable(column, known);
  const std::size_t in_call = column.lowest - moment_.call;
  return in_call < moment_.call_bytes ? Verdict::nobodys : Verdict::odd;
}

LockstepTurn::Verdict LockstepTurn::look_up_static_shared(const Column& column, std::size_t offset,
                                                          Known& known) {
  SharedShadow& shared = parts_.shared;
  const std::size_t bytes = column.end - column.lowest;
  if (offset + bytes > shared.layout().bytes()) return Verdict::odd;
  if (shared.layout().engine_variable(offset)) return column.first.stores() ? Verdict::odd : Verdict::nobodys;
  known.site = site_of(column, known.space = Space::shared);
  if (!shared.is_inside_array(offset, bytes, known.site)) return Verdict::odd;
  const SharedArray& array = *shared.layout().array_at(offset);
  const std::uint64_t start = column.lowest - offset;
  known.first = start + array.offset;
  known.end = known.first + array.bytes;
  known.moved = known.in_words = 0 - start;
  return Verdict::counted;
}

/// Handles constants. The replay handles races between accesses to other variables.
LockstepTurn::Verdict LockstepTurn::look_up_variable(const Column& column, Known& known) {
  const ProgramVariable* variable = parts_.variables.at_or_before(column.lowest);
  const bool quiet =
      variable && variable->constant && !column.first.stores() && column.end <= variable->end();
  if (!quiet) return Verdict::odd;
  known.first = variable->address;
  known.end = variable->end();
  known.moved = variables_base - parts_.variables.begin();
  known.site = site_of(column, known.space = Space::constant);
  return Verdict::counted;
}

/// False where some of the lanes have stores to join and others do not.
bool LockstepTurn::keep(const Column& column, SiteIndex site, std::uint64_t moved) {
  counted_.push_back({&column, site, static_cast<std::uint8_t>(column.first.bytes()), moved});
  bool odd = false;
  while (column.first.stores() && join_vector_store(&odd) && !odd) {
  }
  return !odd;
}

/// Joins stores as WarpMerge does for one lane.
bool LockstepTurn::join_vector_store(bool* odd) {
  if (counted_.size() < 2) return false;
  Counted& first = counted_[counted_.size() - 2];
  const Counted& second = counted_.back();
  const unsigned bytes = first.bytes;
  if (bytes != second.bytes || (bytes != 4 && bytes != 8)) return false;
  const LaneAddresses one = columns_.addresses(*first.column), next = columns_.addresses(*second.column);
  unsigned halves = 0;
  for (unsigned lane = 0; lane < columns_.lanes(); ++lane) {
    const std::uint64_t address = one[lane] + first.moved;
    halves += address + bytes == next[lane] + second.moved && address % (2 * bytes) == 0;
  }
  if (halves == 0 || !parts_.sites.one_statement(first.site, second.site)) return false;
  *odd = halves != columns_.lanes();
  first.bytes = static_cast<std::uint8_t>(2 * bytes);
  counted_.pop_back();
  return true;
}

void LockstepTurn::count(const Counted& counted) {
  Site& site = parts_.sites[counted.site];
  if (site.worst.lanes > 0 && count_quickly(counted, site)) return;  // the first one is kept as an example
  const LaneAddresses addresses = columns_.addresses(*counted.column);
  Request request;
  request.lanes = columns_.lanes();
  request.bytes = counted.bytes;
  for (unsigned lane = 0; lane < request.lanes; ++lane) {
    request.address[lane] = addresses[lane] + counted.moved;
    request.lane[lane] = static_cast<std::uint8_t>(columns_.thread(lane) % warp_size);
  }
  parts_.merge.count(request, site);
}

/// Counts lanes that are all at one place, or each directly after the one before.
bool LockstepTurn::count_quickly(const Counted& counted, Site& site) {
  const Column& column = *counted.column;
  if (column.each >= 0 && column.row > 0) return count_rows_quickly(counted, site);
  const bool in_a_row = column.each < 0 && column.stride == counted.bytes;
  if (!column.one_place() && !in_a_row) return false;
  const Span span{column.first.address + counted.moved, counted.bytes, columns_.lanes(), in_a_row};
  if (site.space == Space::global)
    parts_.merge.count_global(span, site);
  else if (site.space == Space::shared && counted.bytes == word_bytes && span.address % word_bytes == 0)
    count_shared_in_one(span, site.shared);
  else
    return false;
  ++site.issues.warp;
  site.issues.lanes += columns_.lanes();
  return true;
}

/// Counts words of shared memory: rows that share no bank, or all their words.
bool LockstepTurn::count_rows_quickly(const Counted& counted, Site& site) {
  const Column& column = *counted.column;
  const std::uint64_t* const address = columns_.addresses(column).each;
  if (site.space != Space::shared || counted.bytes != word_bytes || column.low_bits % word_bytes != 0 ||
      counted.moved % word_bytes != 0)
    return false;
  const unsigned words = column.rows_run ? column.row : 1;
  const std::uint32_t row = ~std::uint32_t{0} >> (32 - words);
  std::uint32_t banks = 0;
  for (unsigned lane = 0; lane < columns_.lanes(); lane += column.row) {
    const std::uint32_t mine =
        std::rotl(row, static_cast<int>((address[lane] + counted.moved) / word_bytes % 32));
    if (address[lane] == address[0] && lane > 0) continue;
    if (banks & mine) return false;
    banks |= mine;
  }
  count_shared_in_one({address[0] + counted.moved, counted.bytes, columns_.lanes(), false}, site.shared);
  ++site.issues.warp;
  site.issues.lanes += columns_.lanes();
  return true;
}

}  // namespace gridmark::counters
