#include "emulation/counters/global_shadow.h"

#include <algorithm>
#include <cstring>

#include "emulation/engine/fault.h"
#include "emulation/index_advice.h"
#include "emulation/runtime/device_heap.h"
#include "emulation/runtime/device_memory.h"

namespace gridmark::counters {
namespace {

using emulation::arena_start;
using emulation::DeviceAllocation;
using emulation::DeviceMemory;

/// "4 bytes past the end of a 4000-byte allocation made at lab.cu:30"
std::string where_outside(std::uintptr_t address) {
  if (emulation::is_heap_address(reinterpret_cast<const void*>(address)))
    return emulation::DeviceHeap::instance().place_of(address);
  const auto& live = DeviceMemory::instance().live();
  auto after = live.upper_bound(address);
  const bool before_first = after == live.begin();
  if (before_first && after == live.end()) return "where nothing is allocated";
  // Before an allocation's first page lie pages without access, so only its own slack counts as "before".
  const bool in_front = before_first || (after != live.end() && address >= after->second.pages);
  const DeviceAllocation& near = in_front ? after->second : std::prev(after)->second;
  const std::string where = in_front ? std::to_string(near.address - address) + " bytes before the start of "
                                     : emulation::past_the_end(address - near.end());
  return where + described(near);
}

/// As many bytes as the array has elements were written, which is not a coincidence.
std::string advice_to_fill(std::size_t written, std::size_t element, std::size_t all) {
  if (written == 0) return "fill it with cudaMemcpy, cudaMemset or a kernel first";
  const std::string advice = "fill all of it first";
  return element > 1 && written * element == all
             ? advice + ". The size that cudaMemcpy and cudaMemset take is in bytes, not in elements"
             : advice;
}

}  // namespace

GlobalShadow::GlobalShadow(Findings& findings) : findings_(findings) {}

GlobalShadow::Page& GlobalShadow::page(std::uintptr_t address) {
  const std::size_t index = (address - arena_start) / page_bytes;
  return index < pages_.size() && pages_[index] ? *pages_[index] : new_page(index);
}

GlobalShadow::Page& GlobalShadow::new_page(std::size_t index) {
  if (index >= pages_.size()) pages_.resize(index + 1);
  pages_[index] = std::make_unique<Page>();
  return *pages_[index];
}

/// Calls change(first, last) with the state of each run of bytes that lies in one page.
template <class Change>
void GlobalShadow::change(std::uintptr_t address, std::size_t bytes, Change change) {
  while (bytes > 0) {
    const std::size_t offset = (address - arena_start) % page_bytes;
    const std::size_t length = std::min(bytes, page_bytes - offset);
    std::uint8_t* first = page(address).state.data() + offset;
    change(first, first + length);
    address += length;
    bytes -= length;
  }
}

void GlobalShadow::allocated(std::uintptr_t address, std::size_t bytes, bool written_by_host) {
  forget_accesses(address, bytes);
  const std::uint8_t state = written_by_host ? allocated_bit | written_bit : allocated_bit;
  change(address, bytes, [state](auto* first, auto* last) { std::fill(first, last, state); });
}

/// A kernel's malloc() can return memory that another thread has freed. Accesses before the free are not
/// races.
void GlobalShadow::forget_accesses(std::uintptr_t address, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    Page& here = page(address + done);
    const std::size_t offset = (address + done - arena_start) % page_bytes;
    const std::size_t part = std::min(bytes - done, page_bytes - offset);
    if (here.cells) here.cells->forget(offset, part);
    done += part;
  }
}

/// Addresses are given out upwards, so a page is forgotten completely when its last allocation goes.
void GlobalShadow::freed(std::uintptr_t address, std::size_t bytes) {
  change(address, bytes, [](auto* first, auto* last) { std::fill(first, last, std::uint8_t{0}); });
  const std::size_t first = (address - arena_start) / page_bytes;
  const std::size_t end = std::min((address + bytes - arena_start) / page_bytes + 1, pages_.size());
  for (std::size_t i = first; i < end; ++i) {
    const auto in_use = [](std::uint8_t state) { return state != 0; };
    if (pages_[i] && std::none_of(pages_[i]->state.begin(), pages_[i]->state.end(), in_use))
      pages_[i].reset();
  }
}

void GlobalShadow::host_wrote(std::uintptr_t address, std::size_t bytes) {
  change(address, bytes, [](auto* first, auto* last) {
    std::for_each(first, last, [](std::uint8_t& state) { state |= written_bit; });
  });
}

const Cell* GlobalShadow::last_accesses(std::uintptr_t address) const {
  const std::size_t index = (address - arena_start) / page_bytes;
  if (index >= pages_.size() || !pages_[index] || !pages_[index]->cells) return nullptr;
  return &pages_[index]->cells->cell((address - arena_start) % page_bytes);
}

/// A copy of a whole struct reads its padding, which is never written, so one written byte is enough.
void GlobalShadow::check_written(const Access& access, const Stamp& now, std::uint8_t any_state) {
  if (access.reads() && !(any_state & written_bit)) tell_unwritten(access, now);
}

GlobalShadow::Written GlobalShadow::written_in(const DeviceAllocation& allocation) {
  Written found;
  change(allocation.address, allocation.bytes, [&](auto* first, auto* last) {
    const auto is_written = [](std::uint8_t state) { return (state & written_bit) != 0; };
    if (found.from_start == found.before) {
      const auto* const gap = std::find_if_not(first, last, is_written);
      found.from_start += static_cast<std::size_t>(gap - first);
    }
    found.before += static_cast<std::size_t>(last - first);
    found.in_all += static_cast<std::size_t>(std::count_if(first, last, is_written));
  });
  return found;
}

/// If the beginning of an array is written and the rest is not, the written length shows the reason.
std::string GlobalShadow::partly_written(const DeviceAllocation& allocation, const Written& written) {
  if (written.in_all == 0 || written.in_all != written.from_start) return "";
  return ", of which only the first " + std::to_string(written.in_all) + " of " +
         std::to_string(allocation.bytes) + " bytes are written";
}

void GlobalShadow::tell_unwritten(const Access& access, const Stamp& now) {
  if (findings_.has(emulation::Finding::Kind::uninitialised_read, site_of(access))) return;
  const DeviceAllocation* allocation =
      DeviceMemory::instance().find(reinterpret_cast<const void*>(access.address));
  std::string what = "of device memory that was never written";
  const emulation::SourcePlace place = emulation::source_place(allocation ? allocation->caller : nullptr);
  if (place.line > 0) what += ", allocated at " + place.file + ":" + std::to_string(place.line);
  const Written written = allocation ? written_in(*allocation) : Written();
  const std::string partly = allocation ? partly_written(*allocation, written) : "";
  findings_.uninitialised(
      now, access, what + partly,
      advice_to_fill(partly.empty() ? 0 : written.in_all, access.bytes, allocation ? allocation->bytes : 0));
}

void GlobalShadow::tell_outside(const Access& access, const Stamp& now) {
  if (findings_.has(emulation::Finding::Kind::out_of_bounds, site_of(access))) return;
  const void* at = reinterpret_cast<const void*>(access.address);
  if (const DeviceAllocation* released = DeviceMemory::instance().find_released(at))
    return findings_.use_after_free(now, access, *released);
  const std::string where = where_outside(access.address);
  const bool in_front = where.find(" before the start of ") != std::string::npos;
  const bool is_next = where.starts_with(emulation::past_the_end(0));
  findings_.out_of_bounds(
      now, access, where,
      in_front ? emulation::low_index_advice : emulation::index_advice_at(is_next ? 0 : 1));
}

GlobalShadow::States GlobalShadow::states_of(const Access& access) {
  States states{allocated_bit | written_bit, 0};
  change(access.address, access.bytes, [&](auto* first, auto* last) {
    constexpr std::uint32_t four_in_use = 0x01010101u * (allocated_bit | written_bit);
    std::uint32_t four = 0;
    if (last - first == 4) std::memcpy(&four, first, 4);
    if (four == four_in_use) first = last, states.any = allocated_bit | written_bit;
    for (; first != last; ++first) {
      states.all &= *first;
      states.any |= *first;
    }
  });
  return states;
}

bool GlobalShadow::access(const Access& access, const Stamp& now, std::optional<Race>& race, bool may_race) {
  const States states = states_of(access);
  if (!(states.all & allocated_bit)) {
    tell_outside(access, now);
    return false;
  }
  check_written(access, now, states.any);
  if (access.writes() && !(states.all & written_bit)) host_wrote(access.address, access.bytes);
  for (std::size_t done = 0; may_race && done < access.bytes;) {
    Page& here = page(access.address + done);
    if (!here.cells) here.cells = std::make_unique<RaceCells>(page_bytes);
    const std::size_t offset = (access.address + done - arena_start) % page_bytes;
    const std::size_t part = std::min(access.bytes - done, page_bytes - offset);
    if (const auto found = here.cells->access(offset, part, access, now, global_rules); found && !race) {
      race = found;
    }
    done += part;
  }
  return true;
}

/// State of a word: allocated, and written before it is read.
inline bool GlobalShadow::state_is_fine(std::uint8_t* state, bool stores) {
  constexpr std::uint32_t each = 0x01010101, in_use = each * (allocated_bit | written_bit);
  std::uint32_t four;
  std::memcpy(&four, state, word_bytes);
  if (four == in_use) return true;
  if (!stores || (four & each * allocated_bit) != each * allocated_bit) return false;
  std::memcpy(state, &in_use, word_bytes);
  return true;
}

GRIDMARK_HOT bool GlobalShadow::access_quietly(const LaneAddresses& addresses, const Record& record,
                                               const Columns& columns, const Stamp& now) {
  const unsigned bytes = record.bytes();
  const bool stores = record.stores();
  std::size_t index = ~std::size_t{0};
  Page* here = nullptr;
  return addresses.all_of([&](unsigned lane, std::uint64_t address) {
    const std::size_t offset = (address - arena_start) % page_bytes;
    if (offset + bytes > page_bytes) return false;
    if ((address - arena_start) / page_bytes != index) {
      index = (address - arena_start) / page_bytes;
      here = &page(address);
      if (!here->cells) here->cells = std::make_unique<RaceCells>(page_bytes);
    }
    const Stamp mine = now.by(columns.thread(lane));
    for (std::size_t at = offset; at < offset + bytes; at += word_bytes) {
      if (!state_is_fine(here->state.data() + at, stores)) return false;
      Cell& cell = here->cells->word(at);
      if (!(stores ? write_quietly(cell, mine, global_rules) : read_quietly(cell, mine, global_rules)))
        return false;
    }
    return true;
  });
}

}  // namespace gridmark::counters
