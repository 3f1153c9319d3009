#include "labkit/cuda/ledger.h"

#include <algorithm>

namespace gridmark::cuda {
namespace {

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

bool on_device(Memory memory) { return memory != Memory::page_locked; }

}  // namespace

void Ledger::took(const void* start, std::uint64_t bytes, Memory memory, const void* caller) {
  const std::lock_guard lock(mutex_);
  entries_[number(start)] = {bytes, memory, caller, taken_++, ""};
  if (!on_device(memory)) return;
  ++meters_.allocations;
  meters_.live_bytes += bytes;
  meters_.peak_bytes = std::max(meters_.peak_bytes, meters_.live_bytes);
  if (memory == Memory::managed) meters_.managed_bytes += bytes;
}

void Ledger::gave_back(const void* start) {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(number(start));
  if (entry == entries_.end()) return;
  if (on_device(entry->second.memory)) meters_.live_bytes -= entry->second.bytes;
  entries_.erase(entry);
}

void Ledger::copied(Direction direction, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  emulation::Copies& copies = direction == Direction::host_to_device   ? meters_.host_to_device
                              : direction == Direction::device_to_host ? meters_.device_to_host
                                                                       : meters_.device_to_device;
  ++copies.count;
  copies.bytes += bytes;
}

void Ledger::launched(std::uint64_t blocks, std::uint64_t threads) {
  const std::lock_guard lock(mutex_);
  ++meters_.launches;
  meters_.blocks += blocks;
  meters_.threads += blocks * threads;
}

void Ledger::name(const void* start, std::string name) {
  const std::lock_guard lock(mutex_);
  if (const auto entry = entries_.find(number(start)); entry != entries_.end())
    entry->second.name = std::move(name);
}

void Ledger::reset() {
  const std::lock_guard lock(mutex_);
  emulation::Meters fresh;
  fresh.live_bytes = fresh.peak_bytes = meters_.live_bytes;
  meters_ = fresh;
}

emulation::Meters Ledger::read() const {
  const std::lock_guard lock(mutex_);
  return meters_;
}

std::vector<emulation::Allocation> Ledger::live_on_device(const PlaceOf& place_of) const {
  return live(false, place_of);
}

std::vector<emulation::Allocation> Ledger::live_page_locked(const PlaceOf& place_of) const {
  return live(true, place_of);
}

std::vector<emulation::Allocation> Ledger::live(bool page_locked, const PlaceOf& place_of) const {
  const std::lock_guard lock(mutex_);
  std::vector<const Entry*> wanted;
  for (const auto& [start, entry] : entries_)
    if (on_device(entry.memory) != page_locked) wanted.push_back(&entry);
  std::sort(wanted.begin(), wanted.end(), [](const Entry* a, const Entry* b) { return a->order < b->order; });
  std::vector<emulation::Allocation> allocations;
  for (const Entry* entry : wanted) allocations.push_back({entry->bytes, place_of(entry->caller)});
  return allocations;
}

std::string Ledger::described(const void* address) const {
  const std::lock_guard lock(mutex_);
  auto entry = entries_.upper_bound(number(address));
  if (entry == entries_.begin()) return "";
  --entry;
  if (!on_device(entry->second.memory) || number(address) >= entry->first + entry->second.bytes) return "";
  return "the " + std::to_string(entry->second.bytes) + "-byte " +
         (entry->second.name.empty() ? "allocation" : "array " + entry->second.name);
}

Ledger& ledger() {
  static Ledger& instance = *new Ledger;  // calls come until the end of the program
  return instance;
}

}  // namespace gridmark::cuda
