// Feature: the host's own assembly in a .cu file stays as it is
#include "../check.h"

static unsigned long long ticks() {
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}
static int add(int a, int b) {
  __asm__("addl %1, %0" : "+r"(a) : "r"(b) : "cc");
  return a;
}
__global__ void store(int* p) {
  asm volatile("" ::: "memory");
  *p = 7;
  asm volatile("" : : : "memory");
}

int main() {
  const unsigned long long before = ticks();
  asm volatile("" ::: "memory");
  asm("nop; nop");
  CHECK(add(40, 2) == 42);
  CHECK(ticks() > before);
  coverage::Buffer<int> p(1);
  store<<<1, 1>>>(p);
  CHECK(p.get()[0] == 7);
  return coverage::result();
}
