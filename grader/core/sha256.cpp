#include "grader/core/sha256.h"

#include <bit>

namespace gridmark {
namespace {

constexpr std::size_t block_bytes = 64, rounds = 64, length_bytes = 8;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
constexpr std::array<std::uint32_t, rounds> constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using std::rotr;

/// `value` in eight bytes, the most significant first.
std::string big_endian(std::uint64_t value) {
  std::string bytes(length_bytes, '\0');
  for (std::size_t i = 0; i < length_bytes; ++i) bytes[i] = static_cast<char>(value >> (56 - 8 * i));
  return bytes;
}

std::array<std::uint32_t, rounds> schedule_of(const unsigned char* block) {
  std::array<std::uint32_t, rounds> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
           std::uint32_t{block[4 * i + 2]} << 8 | std::uint32_t{block[4 * i + 3]};
  for (std::size_t i = 16; i < rounds; ++i) {
    const std::uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ (a >> 3)) + w[i - 7] +
           (rotr(b, 17) ^ rotr(b, 19) ^ (b >> 10));
  }
  return w;
}

}  // namespace

void Sha256::take_block(const unsigned char* block) {
  const auto w = schedule_of(block);
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < rounds; ++i) {
    const std::uint32_t first =
        h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    const std::uint32_t second = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const std::array added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += added[i];
}

Sha256& Sha256::add(std::string_view bytes) {
  bytes_ += bytes.size();
  if (rest_.size() + bytes.size() < block_bytes) {
    rest_ += bytes;
    return *this;
  }
  if (!rest_.empty()) {
    const std::size_t wanted = block_bytes - rest_.size();
    rest_ += bytes.substr(0, wanted);
    bytes.remove_prefix(wanted);
    take_block(reinterpret_cast<const unsigned char*>(rest_.data()));
  }
  for (; bytes.size() >= block_bytes; bytes.remove_prefix(block_bytes))
    take_block(reinterpret_cast<const unsigned char*>(bytes.data()));
  rest_ = bytes;
  return *this;
}

Sha256& Sha256::add_part(std::string_view bytes) { return add(big_endian(bytes.size())).add(bytes); }

std::string Sha256::digits() {
  const std::string length = big_endian(8 * bytes_);
  std::string end = "\x80";
  end.resize(1 + (2 * block_bytes - 1 - length_bytes - rest_.size()) % block_bytes, '\0');
  add(end).add(length);
  std::string text;
  for (const std::uint32_t word : state_)
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
  return text;
}

std::string sha256(std::string_view bytes) { return Sha256().add(bytes).digits(); }

}  // namespace gridmark
