#pragma once
#include <bitset>
#include <cstdint>
#include <map>

namespace gridmark::counters {

/// Set of bytes of memory, by address.
class ByteSet {
 public:
  void add(std::uintptr_t address, std::size_t bytes);
  bool empty() const { return pages_.empty(); }
  /// True when one of the bytes is in the set.
  bool meets(std::uintptr_t address, std::size_t bytes) const;

  /// Calls visit(address) for each byte, upwards, until it returns true. Returns whether it did.
  template <class Visit>
  bool any_of(Visit visit) const {
    for (const auto& [number, page] : pages_) {
      std::size_t offset = page._Find_first();
      for (; offset < page_bytes; offset = page._Find_next(offset))
        if (visit(number * page_bytes + offset)) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t page_bytes = 4096;
  using Page = std::bitset<page_bytes>;

  std::map<std::uintptr_t, Page> pages_;  ///< by address / page_bytes
  Page* last_ = nullptr;
  std::uintptr_t last_number_ = 0;
};

}  // namespace gridmark::counters
