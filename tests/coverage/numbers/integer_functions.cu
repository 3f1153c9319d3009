// Feature: integer and bit functions: popc, clz, ffs, brev, byte_perm, funnelshift, mulhi, sad, dp4a, dp2a, fns
#include <climits>
#include <cstdint>

#include "../check.h"

struct Seen {
  int popc, popcll, clz, clzll, ffs, ffsll, mulhi, mul24, hadd, rhadd, dp4a, dp2a_lo, dp2a_hi;
  unsigned brev, perm, left, right, left_clamped, right_clamped, umulhi, umul24, sad, usad, uhadd, urhadd,
      udp4a, fns;
  unsigned long long brevll, umul64hi;
  long long mul64hi;
};

__global__ void compute(const unsigned* a, const unsigned* b, const unsigned* c, Seen* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned x = a[i], y = b[i], z = c[i];
  const unsigned long long wide = static_cast<unsigned long long>(x) << 32 | y;
  const int sx = static_cast<int>(x), sy = static_cast<int>(y), sz = static_cast<int>(z);
  Seen s;
  s.popc = __popc(x), s.popcll = __popcll(wide), s.clz = __clz(sx), s.clzll = __clzll(wide);
  s.ffs = __ffs(sx), s.ffsll = __ffsll(wide), s.mulhi = __mulhi(sx, sy), s.mul24 = __mul24(sx, sy);
  s.hadd = __hadd(sx, sy), s.rhadd = __rhadd(sx, sy), s.dp4a = __dp4a(sx, sy, sz);
  s.dp2a_lo = __dp2a_lo(sx, sy, sz), s.dp2a_hi = __dp2a_hi(sx, sy, sz);
  s.brev = __brev(x), s.perm = __byte_perm(x, y, z & 0x7777), s.left = __funnelshift_l(x, y, z);
  s.right = __funnelshift_r(x, y, z), s.left_clamped = __funnelshift_lc(x, y, z & 63);
  s.right_clamped = __funnelshift_rc(x, y, z & 63), s.umulhi = __umulhi(x, y), s.umul24 = __umul24(x, y);
  s.sad = __sad(sx, sy, z), s.usad = __usad(x, y, z), s.uhadd = __uhadd(x, y), s.urhadd = __urhadd(x, y);
  s.udp4a = __dp4a(x, y, z), s.fns = __fns(x, y % 32, sz % 5);
  s.brevll = __brevll(wide), s.umul64hi = __umul64hi(wide, wide ^ z), s.mul64hi = __mul64hi(wide, wide ^ z);
  out[i] = s;
}

static unsigned bit(unsigned x, int at) { return x >> at & 1; }

static unsigned nth_set(unsigned mask, int base, int offset) {
  if (offset == 0) return bit(mask, base) ? base : ~0u;
  int seen = 0;
  for (int at = base; at >= 0 && at<32; at += offset> 0 ? 1 : -1)
    if (bit(mask, at) && ++seen == std::abs(offset)) return at;
  return ~0u;
}

int main() {
  std::vector<unsigned> a, b, c;
  unsigned random = 7;
  auto next = [&] { return random = random * 1664525u + 1013904223u; };
  for (unsigned x : {0u, 1u, 0x80000000u, 0x7fffffffu, ~0u, 0x00800000u, 0xff7fffffu})
    for (unsigned y : {0u, 1u, 0x80000000u, 0x7fffffffu, ~0u, 31u, 0x00ff00ffu})
      a.push_back(x), b.push_back(y), c.push_back(next());
  for (int i = 0; i < 5000; ++i) {
    const unsigned x = next(), y = next() >> next() % 32;
    a.push_back(x), b.push_back(y), c.push_back(next() >> 7);
  }
  const int count = static_cast<int>(a.size());
  coverage::Buffer<unsigned> da(a), db(b), dc(c);
  coverage::Buffer<Seen> out(a.size());
  compute<<<(count + 63) / 64, 64>>>(da, db, dc, out, count);
  const auto seen = out.get();
  for (int i = 0; i < count; ++i) {
    const Seen& s = seen[i];
    const unsigned x = a[i], y = b[i], z = c[i];
    const std::uint64_t wide = std::uint64_t(x) << 32 | y, pair = std::uint64_t(y) << 32 | x;
    const std::int64_t sx = static_cast<int>(x), sy = static_cast<int>(y);
    int ones = 0, ones_y = 0, leading = 32, lowest = 0;
    unsigned reversed = 0, perm = 0, reversed_y = 0;
    for (int k = 0; k < 32; ++k) {
      ones += bit(x, k), ones_y += bit(y, k), reversed |= bit(x, k) << (31 - k),
          reversed_y |= bit(y, k) << (31 - k);
      if (bit(x, k)) leading = 31 - k;
      if (bit(x, k) && !lowest) lowest = k + 1;
    }
    for (int k = 0; k < 4; ++k) perm |= unsigned(pair >> 8 * (z >> 4 * k & 7) & 255) << 8 * k;
    CHECK(s.popc == ones && s.popcll == ones + ones_y && s.clz == leading && s.ffs == lowest);
    int leading_all = 64, lowest_all = 0;
    for (int k = 0; k < 64; ++k) {
      if (wide >> k & 1) leading_all = 63 - k;
      if (wide >> k & 1 && !lowest_all) lowest_all = k + 1;
    }
    CHECK(s.clzll == leading_all && s.ffsll == lowest_all);
    CHECK(s.brev == reversed && s.brevll == (std::uint64_t(reversed_y) << 32 | reversed) && s.perm == perm);
    CHECK(s.left == unsigned(pair << (z & 31) >> 32) && s.right == unsigned(pair >> (z & 31)));
    const unsigned clamped = (z & 63) > 32 ? 32 : z & 63;
    CHECK(s.left_clamped == (clamped == 32 ? x : unsigned(pair << clamped >> 32)));
    CHECK(s.right_clamped == unsigned(pair >> clamped));
    CHECK(s.mulhi == int(sx * sy >> 32) && s.umulhi == unsigned(std::uint64_t(x) * y >> 32));
    const std::int64_t x24 = int(x << 8) >> 8, y24 = int(y << 8) >> 8;
    CHECK(s.mul24 == int(unsigned(x24 * y24)) &&
          s.umul24 == unsigned(std::uint64_t(x & 0xffffff) * (y & 0xffffff)));
    CHECK(s.sad == unsigned(z + (sx > sy ? sx - sy : sy - sx)) && s.usad == z + (x > y ? x - y : y - x));
    CHECK(s.hadd == int((sx + sy) >> 1) && s.rhadd == int((sx + sy + 1) >> 1));
    CHECK(s.uhadd == unsigned((std::uint64_t(x) + y) >> 1) &&
          s.urhadd == unsigned((std::uint64_t(x) + y + 1) >> 1));
    std::int64_t dot = z, low = z, high = z;
    std::uint64_t unsigned_dot = z;
    for (int k = 0; k < 4; ++k) {
      dot += std::int8_t(x >> 8 * k) * std::int8_t(y >> 8 * k);
      unsigned_dot += (x >> 8 * k & 255) * (y >> 8 * k & 255);
    }
    for (int k = 0; k < 2; ++k) {
      low += std::int16_t(x >> 16 * k) * std::int8_t(y >> 8 * k);
      high += std::int16_t(x >> 16 * k) * std::int8_t(y >> (16 + 8 * k));
    }
    CHECK(s.dp4a == int(unsigned(dot)) && s.udp4a == unsigned(unsigned_dot));
    CHECK(s.dp2a_lo == int(unsigned(low)) && s.dp2a_hi == int(unsigned(high)));
    CHECK(s.fns == nth_set(x, int(y % 32), int(z) % 5));
    const unsigned __int128 square = static_cast<unsigned __int128>(wide) * (wide ^ z);
    const __int128 signed_square =
        static_cast<__int128>(static_cast<long long>(wide)) * static_cast<long long>(wide ^ z);
    CHECK(s.umul64hi == static_cast<unsigned long long>(square >> 64));
    CHECK(s.mul64hi == static_cast<long long>(signed_square >> 64));
  }
  return coverage::result();
}
