// Feature: cuda::atomic and cuda::atomic_ref of every scope: arithmetic, bits, min and max, exchange, wait and notify
#include <cuda/atomic>

#include "../check.h"

struct Cells {
  int add, least, most, bits, times;
  unsigned long long wide;
  double d;
  float f;
};

template <cuda::thread_scope scope>
__global__ void refs(Cells* c) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  cuda::atomic_ref<int, scope> add(c->add);
  add.fetch_add(t, cuda::std::memory_order_relaxed);
  add += 1;
  ++add;
  add--;
  cuda::atomic_ref<int, scope>(c->least).fetch_min(50 - t, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, scope>(c->most).fetch_max(50 - t);
  cuda::atomic_ref<int, scope> bits{c->bits};
  bits.fetch_or(1 << t % 16);
  bits.fetch_xor(1 << (16 + t % 2));
  bits.fetch_and(~(1 << 20));
  cuda::atomic_ref<unsigned long long, scope>(c->wide).fetch_sub(1ull << 33);
  cuda::atomic_ref<double, scope>(c->d).fetch_add(0.5);
  cuda::atomic_ref<float, scope> f(c->f);
  float seen = f.load(cuda::memory_order_relaxed);
  while (!f.compare_exchange_weak(seen, seen + 2.f, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {
  }
  int expected = -1;
  if (cuda::atomic_ref<int, scope>(c->times).compare_exchange_strong(expected, 1)) atomicAdd(&c->times, 10);
  else if (expected != 1 && expected != 11) atomicAdd(&c->times, 1000);  // not the seen value
}

__global__ void objects(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> turn;
  __shared__ int message;
  const int t = threadIdx.x;
  if (t == 0) turn.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  // Each warp writes the value that the next one reads.
  const int warp = t / 32;
  if (t % 32 == 0) {
    int seen = turn.load(cuda::memory_order_acquire);
    while (seen != warp) {
      turn.wait(seen, cuda::memory_order_acquire);
      seen = turn.load(cuda::memory_order_acquire);
    }
    message = warp == 0 ? 1 : message * 10 + warp + 1;
    turn.store(warp + 1, cuda::memory_order_release);
    turn.notify_all();
  }
  __syncthreads();
  if (t == 0) {
    out[0] = message;
    out[1] = turn;
    out[2] = turn.exchange(9) + static_cast<int>(turn);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  }
}

template <cuda::thread_scope scope>
void test() {
  Cells start{};
  start.least = 1000, start.most = -1000, start.times = -1, start.wide = 1ull << 62;
  coverage::Buffer<Cells> cells(1, start);
  refs<scope><<<1, 128>>>(cells);
  const Cells c = cells.get()[0];
  CHECK(c.add == 127 * 64 + 128 && c.least == 50 - 127 && c.most == 50);
  CHECK(c.bits == 0xffff && c.wide == (1ull << 62) - (128ull << 33));
  CHECK(c.d == 64.0 && c.f == 256.f && c.times == 11);
}

int main() {
  test<cuda::thread_scope_device>();
  test<cuda::thread_scope_block>();
  test<cuda::thread_scope_system>();
  coverage::Buffer<int> out(3);
  objects<<<1, 128>>>(out);
  CHECK(out.get()[0] == 1234 && out.get()[1] == 4 && out.get()[2] == 13);
  // On the host as well.
  cuda::atomic<long long> counter{5};
  counter.fetch_add(2);
  counter |= 8;
  CHECK(counter.load() == 15 && counter-- == 15 && counter == 14);
  CHECK(--counter == 13 && ++counter == 14 && counter++ == 14 && (counter -= 5) == 10 && (counter += 2) == 12);
  CHECK((counter ^= 3) == 15 && (counter &= 9) == 9 && counter.load() == 9);
  long long guess = 8;
  CHECK(!counter.compare_exchange_strong(guess, 1) && guess == 9 && counter == 9);
  CHECK(counter.compare_exchange_strong(guess, 1) && guess == 9 && counter == 1);
  return coverage::result();
}
