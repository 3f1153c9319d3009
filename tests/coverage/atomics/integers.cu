// Feature: integer atomics: add, sub, min, max, inc, dec, exch, cas, and, or, xor in device, block and system scope
#include <climits>

#include "../check.h"

template <class T>
struct Cells {
  T add, sub, least, most, exch, cas, band, bor, bxor, inc, dec;
};

#define EACH_SCOPE(suffix)                                                                     \
  struct Scope##suffix {                                                                       \
    template <class T> static __device__ void bits(Cells<T>* c, T v, T bit) {                  \
      atomicMin##suffix(&c->least, v);                                                         \
      atomicMax##suffix(&c->most, v);                                                          \
      atomicAnd##suffix(&c->band, static_cast<T>(~bit));                                       \
      atomicOr##suffix(&c->bor, bit);                                                          \
      atomicXor##suffix(&c->bxor, static_cast<T>(v * 3));                                      \
    }                                                                                          \
    template <class T> static __device__ void exchange(Cells<T>* c, T v, T* seen) {            \
      atomicAdd##suffix(&c->add, v);                                                           \
      seen[v] = atomicExch##suffix(&c->exch, v);                                               \
      T old = c->cas, assumed;                                                                 \
      do {                                                                                     \
        assumed = old;                                                                         \
        old = atomicCAS##suffix(&c->cas, assumed, static_cast<T>(assumed * 1 + 2));            \
      } while (old != assumed);                                                                \
    }                                                                                          \
    template <class T> static __device__ void subtract(Cells<T>* c, T v) {                     \
      atomicSub##suffix(&c->sub, v);                                                           \
    }                                                                                          \
    static __device__ void wrap(Cells<unsigned>* c) {                                          \
      atomicInc##suffix(&c->inc, 9);                                                           \
      atomicDec##suffix(&c->dec, 9);                                                           \
    }                                                                                          \
  };
EACH_SCOPE()
EACH_SCOPE(_block)
EACH_SCOPE(_system)

template <class Which>
__global__ void all(Cells<int>* i, Cells<unsigned>* u, Cells<unsigned long long>* l, Cells<long long>* s, int* seen_i,
                    unsigned* seen_u, unsigned long long* seen_l) {
  const int t = threadIdx.x;
  Which::bits(i, t - 60, 1 << t % 20);
  Which::bits(u, static_cast<unsigned>(t) + 5u, 1u << t % 20);
  Which::bits(l, (1ull << 40) + t, 1ull << t % 50);
  Which::bits(s, (t % 2 ? -1 : 1) * ((1ll << 40) - t), 1ll << t % 50);
  Which::exchange(i, t + 1, seen_i);
  Which::exchange(u, t + 1u, seen_u);
  Which::exchange(l, t + 1ull, seen_l);
  Which::subtract(i, t);
  Which::subtract(u, static_cast<unsigned>(t));
  Which::wrap(u);
}

template <class T>
Cells<T> start(T least, T most) {
  return {5, 5, least, most, 0, 0, static_cast<T>(~T(0)), 0, 0, 40, 40};
}

/// Every value must be passed on exactly once. The last one is in the cell.
template <class T>
bool is_chain(const std::vector<T>& seen, T last) {
  std::vector<int> count(seen.size());
  for (size_t v = 1; v < seen.size(); ++v)
    if (seen[v] < 0 || seen[v] >= T(seen.size()) || count[seen[v]]++) return false;
  return count[last] == 0;
}

template <class Which>
void test() {
  const int n = 128;
  coverage::Buffer<Cells<int>> i(1, start(INT_MAX, INT_MIN));
  coverage::Buffer<Cells<unsigned>> u(1, start(UINT_MAX, 0u));
  coverage::Buffer<Cells<unsigned long long>> l(1, start(ULLONG_MAX, 0ull));
  coverage::Buffer<Cells<long long>> s(1, start(LLONG_MAX, LLONG_MIN));
  coverage::Buffer<int> seen_i(n + 1);
  coverage::Buffer<unsigned> seen_u(n + 1);
  coverage::Buffer<unsigned long long> seen_l(n + 1);
  all<Which><<<1, n>>>(i, u, l, s, seen_i, seen_u, seen_l);
  const auto ci = i.get()[0];
  const auto cu = u.get()[0];
  const auto cl = l.get()[0];
  const auto cs = s.get()[0];
  const int sum = n * (n + 1) / 2;
  int bxor_i = 0;
  unsigned bxor_u = 0, inc = 40, dec = 40;
  unsigned long long bxor_l = 0;
  long long bxor_s = 0;
  for (int t = 0; t < n; ++t) {
    bxor_i ^= (t - 60) * 3;
    bxor_u ^= (t + 5u) * 3;
    bxor_l ^= ((1ull << 40) + t) * 3;
    bxor_s ^= (t % 2 ? -3 : 3) * ((1ll << 40) - t);
    inc = inc >= 9 ? 0 : inc + 1;
    dec = dec == 0 || dec > 9 ? 9 : dec - 1;
  }
  CHECK(ci.add == 5 + sum && cu.add == 5u + sum && cl.add == 5ull + sum);
  CHECK(ci.sub == 5 - (sum - n) && cu.sub == 5u - (sum - n));
  CHECK(ci.least == -60 && ci.most == n - 61 && cu.least == 5 && cu.most == n + 4u);
  CHECK(cl.least == 1ull << 40 && cl.most == (1ull << 40) + n - 1);
  CHECK(cs.least == 1 - (1ll << 40) && cs.most == 1ll << 40);
  CHECK(ci.band == ~((1 << 20) - 1) && cu.bor == (1u << 20) - 1 && cl.band == ~((1ull << 50) - 1) && cs.bor == (1ll << 50) - 1);
  CHECK(ci.bxor == bxor_i && cu.bxor == bxor_u && cl.bxor == bxor_l && cs.bxor == bxor_s);
  CHECK(ci.cas == 2 * n && cu.cas == 2u * n && cl.cas == 2ull * n);
  CHECK(cu.inc == inc && cu.dec == dec);
  CHECK(is_chain(seen_i.get(), ci.exch) && is_chain(seen_u.get(), cu.exch) && is_chain(seen_l.get(), cl.exch));
}

int main() {
  test<Scope>();
  test<Scope_block>();
  test<Scope_system>();
  return coverage::result();
}
