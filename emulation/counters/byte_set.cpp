#include "emulation/counters/byte_set.h"

namespace gridmark::counters {

void ByteSet::add(std::uintptr_t address, std::size_t bytes) {
  for (const std::uintptr_t end = address + bytes; address < end; ++address) {
    const std::uintptr_t number = address / page_bytes;
    if (!last_ || last_number_ != number) last_ = &pages_[number], last_number_ = number;
    last_->set(address % page_bytes);
  }
}

bool ByteSet::meets(std::uintptr_t address, std::size_t bytes) const {
  const std::uintptr_t end = address + bytes;
  auto page = pages_.lower_bound(address / page_bytes);
  for (; page != pages_.end() && page->first * page_bytes < end; ++page) {
    const std::uintptr_t start = page->first * page_bytes;
    const std::size_t first = address > start ? address - start : 0;
    const std::size_t offset = first == 0 ? page->second._Find_first() : page->second._Find_next(first - 1);
    if (offset < page_bytes && start + offset < end) return true;
  }
  return false;
}

}  // namespace gridmark::counters
