#pragma once
// The order of a radix sort: keys become unsigned integers that compare as the keys do.
#include <cstdint>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <vector>

namespace cub {
namespace detail {

template <std::size_t bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> { using type = std::uint8_t; };
template <>
struct UnsignedOf<2> { using type = std::uint16_t; };
template <>
struct UnsignedOf<4> { using type = std::uint32_t; };
template <>
struct UnsignedOf<8> { using type = std::uint64_t; };

/// Integers keep their value with the sign bit flipped. Everything else (float, double, half, bfloat16) is an
/// IEEE number: all bits of a negative one are flipped, and -0 and +0 are one key.
template <class Key>
typename UnsignedOf<sizeof(Key)>::type radix_bits(const Key& key) {
  using Bits = typename UnsignedOf<sizeof(Key)>::type;
  constexpr Bits sign = static_cast<Bits>(Bits(1) << (sizeof(Key) * 8 - 1));
  Bits bits;
  std::memcpy(&bits, static_cast<const void*>(&key), sizeof bits);
  if (std::is_integral<Key>::value || std::is_enum<Key>::value)
    return std::is_signed<Key>::value ? static_cast<Bits>(bits ^ sign) : bits;
  if (bits == sign) bits = 0;
  return static_cast<Bits>(bits & sign ? ~bits : bits | sign);
}

/// The stable order of `count` keys by their bits [begin_bit, end_bit). order[i] is the current place of the
/// i-th key. Digits have eight bits, least significant first.
template <class Keys>
std::vector<std::size_t> radix_order(Keys keys, std::size_t count, int begin_bit, int end_bit, bool descending) {
  using Bits = decltype(radix_bits(static_cast<std::decay_t<decltype(keys[0])>>(keys[0])));
  using Key = std::decay_t<decltype(keys[0])>;
  struct Entry {
    Bits bits;
    std::size_t place;
  };
  std::vector<Entry> now(count), next(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Bits bits = radix_bits<Key>(keys[i]);
    now[i] = {static_cast<Bits>(descending ? ~bits : bits), i};
  }
  for (int bit = begin_bit; bit < end_bit; bit += 8) {
    const unsigned mask = end_bit - bit >= 8 ? 0xffu : (1u << (end_bit - bit)) - 1;
    std::size_t start[257] = {};
    for (const Entry& entry : now) ++start[(entry.bits >> bit & mask) + 1];
    std::partial_sum(start, start + 257, start);
    for (const Entry& entry : now) next[start[entry.bits >> bit & mask]++] = entry;
    now.swap(next);
  }
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = now[i].place;
  return order;
}

}  // namespace detail
}  // namespace cub
