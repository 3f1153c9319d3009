// Replay record by record, in the order in which they came: the checks of each access, and the findings.
#include <sys/mman.h>

#include <algorithm>

#include "emulation/counters/counters.h"
#include "emulation/counters/memory_places.h"
#include "emulation/engine/arena.h"
#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/null_pointer.h"

namespace gridmark::counters {
namespace {

/// True if the bytes can be read: inside an allocation's pages, although outside the allocation.
bool in_slack(std::uintptr_t address, std::size_t bytes) {
  const auto& live = emulation::DeviceMemory::instance().live();
  return std::any_of(live.begin(), live.end(), [&](const auto& entry) {
    return address >= entry.second.pages && address + bytes <= entry.second.pages_end;
  });
}

/// An unmapped address faults, and the fault's message explains it.
bool is_mapped(std::uintptr_t address) {
  constexpr std::uintptr_t page = 4096;
  unsigned char resident = 0;
  return mincore(reinterpret_cast<void*>(address & ~(page - 1)), page, &resident) == 0;
}

}  // namespace

GRIDMARK_HOT void Counters::replay(const Record& record) {
  switch (record.kind()) {
    case RecordKind::access:
      return replay_access(record);
    case RecordKind::happens:
      return;
    case RecordKind::fence:
      return fences_.fence(static_cast<unsigned>(record.address));
    case RecordKind::warp_barrier:
      ++warp_epochs_[record.address];
      return;
    case RecordKind::threads_ordered:
      shared_.settle();
      shared_.words().threads_ordered();
      ++block_epoch_;
      warp_epochs_ = {};
      return;
  }
}

/// Sorts accesses by address. Memory private to a kernel's threads, and its coordinates, are skipped.
void Counters::replay_access(const Record& record) {
  Access access{record.address, record.bytes(), record.access_kind(), 0};
  const auto find_site = [&](Space space) { access.site = sites_.find(record.pc(), access.kind, space); };
  if (record.is_aligned() && access.address % std::min(access.bytes, widest_known_alignment) != 0) {
    find_site(Space::global);
    findings_.misaligned(stamp(access), access);
  }
  const AccessStream::SharedPlaces& places = access_stream.shared_memory();
  const std::size_t static_offset = access.address - places.fixed;
  const std::size_t dynamic_offset = access.address - places.dynamic;
  if (emulation::is_arena_address(reinterpret_cast<const void*>(access.address))) {
    find_site(Space::global);
    access_global(access, record);
  } else if (static_offset < places.fixed_bytes) {
    if (access.kind == AccessKind::load && shared_.layout().engine_variable(static_offset)) return;
    find_site(Space::shared);
    access_static_shared(access, static_offset, record);
  } else if (dynamic_offset < places.dynamic_bytes) {
    find_site(Space::shared);
    access_dynamic_shared(access, dynamic_offset, record);
  } else {
    find_site(Space::global);
    if (variables_.in_program(access.address))
      access_variable(access, record);
    else
      access_host(access, record);
  }
}

void Counters::access_global(const Access& access, const Record& record) {
  if (access.atomic() || record.is_volatile()) fences_.touch(access.address, thread_);
  std::optional<Race> race;
  const bool inside = global_.access(access, global_stamp(access), race, !record.is_volatile());
  if (!inside && access.writes() && in_slack(access.address, access.bytes)) to_undo_.push_back(&record);
  if (race) judge(*race, record, Space::global, std::to_string(access.bytes) + " bytes");
  keep(access, access.address);
}

void Counters::access_static_shared(const Access& access, std::size_t offset, const Record& record) {
  if (access.atomic() || record.is_volatile()) fences_.touch(access.address, thread_);
  std::optional<Race> race;
  if (!shared_.access_static(offset, access, stamp(access), race)) return;
  if (race) judge(*race, record, Space::shared, shared_.array_name(offset));
  keep(access, offset);
}

void Counters::access_dynamic_shared(const Access& access, std::size_t offset, const Record& record) {
  if (access.atomic() || record.is_volatile()) fences_.touch(access.address, thread_);
  std::optional<Race> race;
  if (!shared_.access_dynamic(offset, access, stamp(access), race)) return;
  if (race) judge(*race, record, Space::shared, "dynamic shared memory");
  keep(access, dynamic_shared_base + offset);
}

/// For a __device__ or __constant__ variable. Variables of the standard library are ignored.
void Counters::access_variable(const Access& access, const Record& record) {
  const ProgramVariable* variable = variables_.at_or_before(access.address);
  if (!variable) return;
  if (access.address + access.bytes > variable->end()) {
    constexpr std::size_t gap_bytes = 128;  // gap that gridmark-cc leaves after a variable
    if (access.address >= variable->end() + gap_bytes) return;
    findings_.out_of_bounds(stamp(access), access,
                            emulation::past_the_end(access.address - variable->end()) + variable->name +
                                ", which has " + std::to_string(variable->bytes) + " bytes",
                            "check the index against the array's size");
    return;
  }
  const std::uintptr_t offset = access.address - variables_.begin();
  if (variable->constant && !access.writes()) {
    Access constant = access;
    constant.site = sites_.find(record.pc(), access.kind, Space::constant);
    return keep(constant, variables_base + offset);
  }
  if (access.writes()) variable_bytes_ += access.bytes;
  if (!variable_cells_) variable_cells_ = std::make_unique<RaceCells>(variables_.bytes() + 16);
  if (access.atomic() || record.is_volatile()) fences_.touch(access.address, thread_);
  if (record.is_volatile()) return keep(access, variables_base + offset);
  if (const auto race =
          variable_cells_->access(offset, access.bytes, access, global_stamp(access), global_rules))
    judge(*race, record, Space::global, variable->name);
  keep(access, variables_base + offset);
}

/// For memory that a device could not reach, unless it is page-locked.
void Counters::access_host(const Access& access, const Record& record) {
  const auto* at = reinterpret_cast<const char*>(access.address);
  if (emulation::is_from_null_pointer(access.address)) return;  // the fault's message explains it
  if (emulation::Block::here().stacks().holds(at)) return;
  if (at >= call_ && at < static_cast<const char*>(call_) + call_bytes_) return;
  if (!emulation::HostMemory::instance().holds(at, access.bytes)) {
    if (findings_.has(emulation::Finding::Kind::host_memory, site_of(access)) || !is_mapped(access.address))
      return;
    return findings_.host_memory(stamp(access), access);
  }
  page_locked_bytes_ += access.bytes;
  access_page_locked(access, record);
  keep(access, access.address);
}

void Counters::access_page_locked(const Access& access, const Record& record) {
  if (access.atomic() || record.is_volatile()) fences_.touch(access.address, thread_);
  for (std::size_t done = 0; !record.is_volatile() && done < access.bytes;) {
    const std::uintptr_t at = access.address + done;
    const std::size_t offset = at % host_page_bytes;
    const std::size_t part = std::min(access.bytes - done, host_page_bytes - offset);
    auto& cells = host_cells_[at / host_page_bytes];
    if (!cells) cells = std::make_unique<RaceCells>(host_page_bytes);
    if (const auto race = cells->access(offset, part, access, global_stamp(access), global_rules))
      judge(*race, record, Space::global, std::to_string(access.bytes) + " bytes");
    done += part;
  }
}

/// Also true for a volatile flag in shared memory, set or reset by a thread that has called a fence.
bool Counters::is_ordered_by_fences(const Race& race, Space space, bool is_volatile) const {
  const bool other_block = race.distance == Distance::other_block;
  if (!race.earlier_known)
    return other_block ? fences_.orders_some_block() : fences_.orders_some_thread(race.later.thread());
  if (other_block) return fences_.orders_block(race.earlier.block());
  const unsigned earlier = race.earlier.thread(), later = race.later.thread();
  if (fences_.orders_thread(earlier, later)) return true;
  return space == Space::shared && is_volatile && (fences_.has_fenced(earlier) || fences_.has_fenced(later));
}

/// Two threads that write the same value ("found = true") do no harm, so this is not a finding.
void Counters::judge(const Race& race, const Record& record, Space space, const std::string& memory) {
  const SiteIndex site = race.later.site();
  const bool is_known = findings_.has(emulation::Finding::Kind::race, site);
  if (is_known && (race.distance != Distance::other_block || findings_.is_between_blocks(site))) return;
  if (is_ordered_by_fences(race, space, record.is_volatile())) return;
  if (space == Space::shared && race.reads_atomic()) return shared_.suspect(race, memory);
  const bool both_store = race.earlier_writes && record.access_kind() == AccessKind::store;
  if (both_store && !access_stream.changed_memory(&record)) return;
  is_known ? findings_.also_between_blocks(site) : findings_.race(race, space, memory);
}

}  // namespace gridmark::counters
