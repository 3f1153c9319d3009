#include "emulation/counters/access_stream.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace gridmark::counters {

constinit AccessStream access_stream;

void AccessStream::reserve() {
  if (begin_) return;
  void* memory = mmap(nullptr, 3 * capacity * sizeof(Record), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  static_assert(sizeof(BlockStep) == sizeof(Record));
  begin_ = static_cast<Record*>(memory);
  steps_ = reinterpret_cast<BlockStep*>(begin_ + 2 * capacity);
  clear();
}

void AccessStream::clear() {
  cursor_ = limit_ = begin_;
  steps_cursor_ = steps_limit_ = steps_;
  last_step_ = &no_step_;
  thread_ = nobody;
  segments_.clear();
}

bool AccessStream::changed_memory(const Record* store) const {
  const std::uint64_t address = store->address, end = address + store->bytes();
  char now[widest_access];
  std::memcpy(now, reinterpret_cast<const void*>(address), end - address);
  std::uint32_t unknown = (1u << (end - address)) - 1;
  for (const Record* later = store + 1; later != cursor_ && unknown; ++later) {
    if (!later->stores()) continue;
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
