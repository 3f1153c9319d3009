#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridmark::counters {

/// A set of words of memory, a bit each. Emptying it costs as much as what lies between its members.
class WordBits {
 public:
  /// Makes room for words below `words`.
  void provide(std::size_t words) {
    if (bits_.size() < words / per_part + 1) bits_.resize(words / per_part + 1);
  }
  void clear() {
    for (std::size_t part = first_; part < end_; ++part) bits_[part] = 0;
    first_ = ~std::size_t{0};
    end_ = 0;
  }

  /// `count` words from `word` on; at least one.
  bool any(std::size_t word, std::size_t count) const {
    return !all_parts(word, count, [this](std::size_t part, std::uint64_t mask) { return !(bits_[part] & mask); });
  }
  bool all(std::size_t word, std::size_t count) const {
    return all_parts(word, count, [this](std::size_t part, std::uint64_t mask) { return !(~bits_[part] & mask); });
  }
  void add(std::size_t word, std::size_t count) {
    first_ = std::min(first_, word / per_part);
    end_ = std::max(end_, (word + count - 1) / per_part + 1);
    all_parts(word, count, [this](std::size_t part, std::uint64_t mask) { return bits_[part] |= mask, true; });
  }

 private:
  static constexpr std::size_t per_part = 64;

  /// Calls visit(part, mask) until it is false.
  template <class Visit>
  static bool all_parts(std::size_t word, std::size_t count, Visit visit) {
    for (;;) {
      const std::size_t bit = word % per_part, here = std::min(count, per_part - bit);
      if (!visit(word / per_part, ~std::uint64_t{0} >> (per_part - here) << bit)) return false;
      if (here == count) return true;
      word += here;
      count -= here;
    }
  }

  std::vector<std::uint64_t> bits_;
  std::size_t first_ = ~std::size_t{0}, end_ = 0;  ///< parts with members lie between these
};

}  // namespace gridmark::counters
