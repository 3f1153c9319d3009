#include "emulation/counters/lockstep_turn.h"

#include <algorithm>

#include "emulation/counters/global_traffic.h"
#include "emulation/counters/memory_places.h"
#include "emulation/counters/shared_traffic.h"
#include "emulation/engine/arena.h"

namespace gridmark::counters {
namespace {

/// Words are what the shadows remember; parts of them, and addresses that a device refuses, are for the
/// replay.
bool in_whole_words(const Column& column) {
  const unsigned bytes = column.first.bytes();
  const unsigned alignment = column.first.is_aligned() ? std::min(bytes, widest_known_alignment) : word_bytes;
  return bytes % word_bytes == 0 && (column.low_bits & (alignment - 1)) == 0;
}

bool in_arena(const Column& column) {
  return emulation::is_arena_address(reinterpret_cast<const void*>(column.lowest)) &&
         emulation::is_arena_address(reinterpret_cast<const void*>(column.end - 1));
}

}  // namespace

bool LockstepTurn::run(const AccessStream& stream, const Moment& moment) {
  if (!columns_.gather(stream) || columns_.lanes_share_what_they_write()) return false;
  moment_ = moment;
  counted_.clear();
  parts_.shared.turn_begins();
  for (const Column& column : columns_.accesses())
    if (check(column) == Verdict::odd) return false;
  parts_.shared.turn_is_quiet(columns_, moment_.in_block);
  if (!counted_.empty()) parts_.merge.flush();  // another warp's turn is over
  for (const Counted& counted : counted_) count(counted);
  return true;
}

LockstepTurn::Verdict LockstepTurn::check(const Column& column) {
  if (!in_whole_words(column)) return Verdict::odd;
  if (in_arena(column)) return check_global(column);
  const AccessStream::SharedPlaces& shared = access_stream.shared_memory();
  const std::size_t in_static = column.lowest - shared.fixed, in_dynamic = column.lowest - shared.dynamic;
  if (in_static < shared.fixed_bytes) return check_static_shared(column, in_static);
  if (in_dynamic < shared.dynamic_bytes) return check_dynamic_shared(column, in_dynamic);
  if (parts_.variables.in_program(column.lowest)) return check_variable(column);
  const std::size_t in_call = column.lowest - moment_.call;
  return column.one_place() && in_call < moment_.call_bytes ? Verdict::nobodys : Verdict::odd;
}

LockstepTurn::Verdict LockstepTurn::check_global(const Column& column) {
  const SiteIndex site = site_of(column, Space::global);
  const bool quiet = parts_.global.access_quietly(columns_.addresses(column), column.first, columns_,
                                                  moment_.in_launch.at(site));
  return quiet && keep(column, site, 0) ? Verdict::counted : Verdict::odd;
}

LockstepTurn::Verdict LockstepTurn::check_static_shared(const Column& column, std::size_t offset) {
  SharedShadow& shared = parts_.shared;
  const std::size_t bytes = column.end - column.lowest;
  if (offset + bytes > shared.layout().bytes()) return Verdict::odd;
  if (shared.layout().engine_variable(offset))
    return column.one_place() && !column.first.stores() ? Verdict::nobodys : Verdict::odd;
  const SiteIndex site = site_of(column, Space::shared);
  const std::uint64_t moved = offset - column.lowest;
  const bool quiet = shared.is_inside_array(offset, bytes, site) &&
                     shared.access_static_quietly(columns_, column, moved, site);
  return quiet && keep(column, site, moved) ? Verdict::counted : Verdict::odd;
}

LockstepTurn::Verdict LockstepTurn::check_dynamic_shared(const Column& column, std::size_t offset) {
  const SiteIndex site = site_of(column, Space::shared);
  const std::uint64_t moved = offset - column.lowest;
  const bool quiet = offset + (column.end - column.lowest) <= parts_.shared.dynamic_bytes() &&
                     parts_.shared.access_dynamic_quietly(columns_, column, moved, site);
  return quiet && keep(column, site, dynamic_shared_base + moved) ? Verdict::counted : Verdict::odd;
}

/// Constants; races between accesses to other variables are for the replay.
LockstepTurn::Verdict LockstepTurn::check_variable(const Column& column) {
  const ProgramVariable* variable = parts_.variables.at_or_before(column.lowest);
  const bool quiet =
      variable && variable->constant && !column.first.stores() && column.end <= variable->end();
  if (!quiet) return Verdict::odd;
  const std::uint64_t moved = variables_base - parts_.variables.begin();
  return keep(column, site_of(column, Space::constant), moved) ? Verdict::counted : Verdict::odd;
}

/// False where some of the lanes have stores to join and others do not.
bool LockstepTurn::keep(const Column& column, SiteIndex site, std::uint64_t moved) {
  counted_.push_back({&column, site, static_cast<std::uint8_t>(column.first.bytes()), moved});
  bool odd = false;
  while (column.first.stores() && join_vector_store(&odd) && !odd) {
  }
  return !odd;
}

/// As WarpMerge joins the stores of one lane.
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
  if (count_quickly(counted, site)) return;
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

/// All lanes at one place, or each right behind the one before.
bool LockstepTurn::count_quickly(const Counted& counted, Site& site) {
  const Column& column = *counted.column;
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

}  // namespace gridmark::counters
