// Feature: warp votes, matches and reductions (__all_sync, __ballot_sync, __match_any_sync, __reduce_add_sync)
#include "../check.h"

struct Seen {
  int all, any, all_of_few, flag, differ;
  unsigned ballot, same, same_double, everyone, add_unsigned, min_unsigned, max_unsigned, band, bor, bxor;
  int add, least, most;
};

__global__ void vote(Seen* seen) {
  const int t = threadIdx.x;
  const unsigned mask = t < 32 ? ~0u : 0x00ffff00u;
  if (t >= 32 && !(mask >> t % 32 & 1)) return;
  Seen s{};
  s.all = __all_sync(mask, t != 5);
  s.any = __any_sync(mask, t == 5);
  s.all_of_few = __all_sync(mask, t % 32 < 24) * 2 + __any_sync(mask, 0);
  s.ballot = __ballot_sync(mask, t % 3);
  s.same = __match_any_sync(mask, t % 4);
  s.same_double = __match_any_sync(mask, t % 2 ? 0.5 : 1.5);
  s.everyone = __match_all_sync(mask, t / 32, &s.flag);
  const unsigned none = __match_all_sync(mask, t % 32 == 20, &s.differ);
  s.differ += none != 0;
  s.add = __reduce_add_sync(mask, -t);
  s.least = __reduce_min_sync(mask, 10 - t);
  s.most = __reduce_max_sync(mask, 10 - t);
  s.add_unsigned = __reduce_add_sync(mask, 0xfffffff0u + t);
  s.min_unsigned = __reduce_min_sync(mask, 0x80000000u - t);
  s.max_unsigned = __reduce_max_sync(mask, 0x80000000u - t);
  s.band = __reduce_and_sync(mask, ~(1u << t % 32));
  s.bor = __reduce_or_sync(mask, 1u << t % 32);
  s.bxor = __reduce_xor_sync(mask, unsigned(t) * 77u);
  seen[t] = s;
}

int main() {
  coverage::Buffer<Seen> seen(64, Seen());
  vote<<<1, 64>>>(seen);
  const auto all = seen.get();
  for (int t = 0; t < 64; ++t) {
    const unsigned mask = t < 32 ? ~0u : 0x00ffff00u;
    if (!(mask >> t % 32 & 1)) continue;
    Seen e{};
    e.band = ~0u;
    e.least = 1 << 30, e.most = -(1 << 30), e.min_unsigned = ~0u;
    for (int o = t / 32 * 32; o < t / 32 * 32 + 32; ++o) {
      const unsigned bit = 1u << o % 32;
      if (!(mask & bit)) continue;
      if (o % 3) e.ballot |= bit;
      if (o % 4 == t % 4) e.same |= bit;
      if (o % 2 == t % 2) e.same_double |= bit;
      e.add -= o;
      e.least = 10 - o < e.least ? 10 - o : e.least;
      e.most = 10 - o > e.most ? 10 - o : e.most;
      e.add_unsigned += 0xfffffff0u + o;
      e.min_unsigned = 0x80000000u - o < e.min_unsigned ? 0x80000000u - o : e.min_unsigned;
      e.max_unsigned = 0x80000000u - o > e.max_unsigned ? 0x80000000u - o : e.max_unsigned;
      e.band &= ~bit;
      e.bor |= bit;
      e.bxor ^= unsigned(o) * 77u;
    }
    const Seen& s = all[t];
    CHECK(s.all == (t >= 32) && s.any == (t < 32) && s.all_of_few == (t < 32 ? 0 : 2));
    CHECK(s.ballot == e.ballot && s.same == e.same && s.same_double == e.same_double);
    CHECK(s.everyone == mask && s.flag != 0 && s.differ == 0);
    CHECK(s.add == e.add && s.least == e.least && s.most == e.most && s.add_unsigned == e.add_unsigned);
    CHECK(s.min_unsigned == e.min_unsigned && s.max_unsigned == e.max_unsigned);
    CHECK(s.band == e.band && s.bor == e.bor && s.bxor == e.bxor);
  }
  return coverage::result();
}
