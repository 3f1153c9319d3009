#include "emulation/counters/access_stream.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace gridmark::counters {

constinit AccessStream access_stream;

void AccessStream::reserve() {
  if (begin_) return;
  void* memory = mmap(nullptr, 2 * capacity * sizeof(Record), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<Record*>(memory);
  clear();
}

void AccessStream::clear() {
  cleared_ = appended();
  cursor_ = limit_ = begin_;
  thread_ = nobody;
  segments_.clear();
}

/// The record with the old bytes of the store. Null if there is none yet.
const Record* AccessStream::when_it_happens(const Record* store) const {
  if (!store->is_delayed()) return store;
  const auto is_it = [&](const Record& record) {
    return record.kind() == RecordKind::happens && record.pc() == store;
  };
  const Record* const found = std::find_if(store + 1, end(), is_it);
  return found == end() ? nullptr : found;
}

bool AccessStream::changed_memory(const Record* store) const {
  store = when_it_happens(store);
  if (!store) return false;
  const std::uint64_t address = store->address, end = address + store->bytes();
  char now[widest_access];
  std::memcpy(now, reinterpret_cast<const void*>(address), end - address);
  std::uint32_t unknown = (1u << (end - address)) - 1;
  for (const Record* later = store + 1; later != cursor_ && unknown; ++later) {
    if (!later->overwrites()) continue;
    const std::uint64_t first = std::max(address, later->address);
    const std::uint64_t last = std::min(end, later->address + later->bytes());
    for (std::uint64_t byte = first; byte < last; ++byte) {
      if (unknown >> (byte - address) & 1) now[byte - address] = old_of(later)[byte - later->address];
      unknown &= ~(1u << (byte - address));
    }
  }
  return std::memcmp(now, old_of(store), end - address) != 0;
}

}  // namespace gridmark::counters
